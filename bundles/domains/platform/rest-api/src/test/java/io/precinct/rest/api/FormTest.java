package io.precinct.rest.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.data.Data;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FormTest {
    private static List<String> faults(Form form) {
        form.unknown();
        return form.faults().stream().map(f -> f.pointer() + " " + f.code()).toList();
    }

    @Test
    void everyFaultIsCollectedAndReadingGoesOn() {
        Form form = Form.of(Data.map(
                "label", 5, "kind", "c", "count", 11, "day", "2026-02-30", "tags", List.of("a", 1, " "), "extra", 1));
        assertThat(form.requiredText("label", 10)).isEmpty();
        assertThat(form.oneOf("kind", List.of("a", "b"))).isNull();
        assertThat(form.integer("count", 1, 10)).isNull();
        assertThat(form.date("day")).isNull();
        assertThat(form.texts("tags", 10, 10)).isNull();
        assertThat(form.requiredText("absent", 10)).isEmpty();
        assertThat(faults(form))
                .containsExactly(
                        "/label type",
                        "/kind enum",
                        "/count bounds",
                        "/day format",
                        "/tags/1 type",
                        "/tags/2 required",
                        "/absent required",
                        "/extra unknown");
        assertThatThrownBy(form::check).isInstanceOfSatisfying(Refusal.class, refusal -> {
            assertThat(refusal.status()).isEqualTo(422);
            assertThat((List<?>) refusal.members().get("errors")).hasSize(8);
        });
    }

    @Test
    void whatIsGoodReadsAsItsType() {
        Form form = Form.of(Data.map(
                "text",
                "🕵",
                "whole",
                3.0,
                "big",
                BigDecimal.valueOf(7),
                "day",
                "2028-02-29",
                "time",
                "2026-01-01T00:00:00+01:00",
                "truth",
                false,
                "_seal",
                "ignored",
                "gone",
                null));
        assertThat(form.text("text", 1)).isEqualTo("🕵");
        assertThat(form.integer("whole", 1, 5)).isEqualTo(3);
        assertThat(form.integer("big", 1, 9)).isEqualTo(7);
        assertThat(form.date("day")).isEqualTo(LocalDate.of(2028, 2, 29));
        assertThat(form.time("time")).isEqualTo(Instant.parse("2025-12-31T23:00:00Z"));
        assertThat(form.truth("truth")).isFalse();
        assertThat(form.text("gone", 1)).isNull();
        form.check();
    }

    @Test
    void aNumberBeyondAllBoundsIsOutOfBounds() {
        Form form = Form.of(Data.map(
                "n", BigInteger.TEN.pow(40), "m", BigInteger.TEN.pow(40).negate(), "d", 1.5));
        form.integer("n", 1, 5);
        form.integer("m", 1, 5);
        form.integer("d", 1, 5);
        assertThat(faults(form)).containsExactly("/n bounds", "/m bounds", "/d type");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\0b", "\ud83d", "\udd75\ud83d", "x\ud800y"})
    void whatTheDatabaseCannotHoldIsRefused(String text) {
        Form form = Form.of(Data.map("text", text));
        assertThat(form.text("text", 10)).isNull();
        assertThat(faults(form)).containsExactly("/text characters");
    }

    @Test
    void charactersAreCountedForTextAndBytesForMarkdown() {
        Form form = Form.of(Data.map("a", "é".repeat(10), "b", "é".repeat(10)));
        assertThat(form.text("a", 10)).isNotNull();
        assertThat(form.markdown("b", 19)).isNull();
        assertThat(faults(form)).containsExactly("/b too_long");
    }

    @Test
    void aNestedFormSharesItsFaults() {
        Form form = Form.of(Data.map("schedule", Data.map("kind", "x", "surplus", 1)));
        Form nested = form.object("schedule");
        assertThat(nested).isNotNull();
        if (nested != null) {
            nested.oneOf("kind", List.of("cron"));
        }
        assertThat(faults(form)).containsExactly("/schedule/kind enum", "/schedule/surplus unknown");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0000-01-01", "2026-1-1", "26-01-01", "2026-13-01", "yesterday"})
    void whatIsNoDayIsNoDate(String text) {
        Form form = Form.of(Data.map("day", text));
        assertThat(form.date("day")).isNull();
        assertThat(faults(form)).containsExactly("/day format");
    }
}
