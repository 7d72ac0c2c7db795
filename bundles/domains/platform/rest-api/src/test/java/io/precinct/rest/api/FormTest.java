package io.precinct.rest.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FormTest {
    private static final Schema READ_ONLY = Schema.any().and("readOnly", true);

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

    private static List<Object> allowed(Form form) {
        form.unknown();
        return form.faults().stream()
                .filter(fault -> fault.code().equals("unknown"))
                .map(fault -> Objects.requireNonNull(fault.allowed()))
                .toList();
    }

    @Test
    void anUnknownMemberIsAnsweredWithThoseThatWereReadAndNotIgnored() {
        Form form = Form.of(Data.map("label", "x", "version", 3, "one", 1, "two", 2));
        form.ignoring("version").value("version");
        form.text("label", 10);
        form.integer("count", 1, 5);
        assertThat(allowed(form)).containsExactly(List.of("count", "label"), List.of("count", "label"));
    }

    @Test
    void anUnknownMemberIsAnsweredWithThoseThatTheSchemaDeclaresAsWritable() {
        Schema line = Schema.object().with("text", Schema.text()).optionally("id", READ_ONLY);
        Schema schema = Schema.object()
                .with("label", Schema.text())
                .optionally("count", Schema.integer().orNull())
                .optionally("version", READ_ONLY)
                .optionally("lines", Schema.anyOf(Schema.list(line), Schema.constantNull()))
                .closed();
        Form form = Form.of(Data.map("extra", 1, "lines", List.of(Data.map("surplus", 1))), schema);
        Form first = form.element("lines/0", Data.map("surplus", 1));
        assertThat(first).isNotNull();
        form.value("lines");
        assertThat(allowed(form))
                .as("although nothing else was read")
                .containsExactly(List.of("count", "label", "lines"), List.of("text"));
    }

    @Test
    void whereOtherMembersDecideWhichOnesApplyThoseThatDoAreAllowed() {
        Schema schema = Schema.object()
                .with("kind", Schema.text())
                .optionally("from", Schema.integer())
                .optionally("to", Schema.integer());
        Form form = Form.of(Data.map("kind", "whole", "from", 1), schema);
        form.text("kind", 10);
        assertThat(allowed(form)).containsExactly(List.of("kind"));
        assertThat(form.faults().getFirst().message()).isEqualTo("the field from does not apply here");
    }

    @Test
    void aMemberThatDoesNotApplyLeavesTheOthersTheirRefusals() {
        Schema schema = Schema.object()
                .with("kind", Schema.text())
                .optionally("from", Schema.integer())
                .optionally("id", READ_ONLY);
        Form form = Form.of(Data.map("kind", "whole", "from", 1, "extra", 2, "id", "sent back"), schema);
        form.text("kind", 10);
        form.value("id");
        assertThat(faults(form)).containsExactly("/from unknown", "/extra unknown");
        assertThat(allowed(form))
                .as("id was read, but no client may give it")
                .containsExactly(List.of("kind"), List.of("from", "kind"));
        assertThat(form.faults().getLast().message()).isEqualTo("there is no field extra");
    }

    @Test
    void aBodyWithoutMembersTakesNone() {
        Form form = Form.of(Data.map("extra", 1), Field.nothing());
        assertThat(allowed(form)).containsExactly(List.of());
        assertThat(form.faults().getFirst().message()).isEqualTo("there is no field extra; this takes none");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0000-01-01", "2026-1-1", "26-01-01", "2026-13-01", "yesterday"})
    void whatIsNoDayIsNoDate(String text) {
        Form form = Form.of(Data.map("day", text));
        assertThat(form.date("day")).isNull();
        assertThat(faults(form)).containsExactly("/day format");
    }
}
