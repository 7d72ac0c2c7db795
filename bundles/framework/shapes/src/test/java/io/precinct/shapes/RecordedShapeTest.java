package io.precinct.shapes;

import static io.precinct.api.data.Data.list;
import static io.precinct.api.data.Data.map;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import io.precinct.api.shape.Shape;
import java.util.Collections;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecordedShapeTest {
    private static @Nullable Object recorded(String name, @Nullable Object value) {
        Shape field = RecordedShape.of(map(name, value)).field(name);
        assertThat(field).isNotNull();
        return field.toData();
    }

    @Test
    void scalarsAreRecordedAsTheyAreAndTrueInItsStrictForm() {
        assertThat(recorded("f", 7)).isEqualTo(7);
        assertThat(recorded("f", 1.5)).isEqualTo(1.5);
        assertThat(recorded("f", null)).isNull();
        assertThat(recorded("f", false)).isEqualTo(false);
        assertThat(recorded("f", "open")).isEqualTo("open");
        assertThat(recorded("f", true)).isEqualTo(map("any", list(true)));
        assertThat(CompiledShape.of(RecordedShape.of(map("f", true))).matches(map("f", false)))
                .isFalse();
    }

    @Test
    void whatIsMadeAnewEachTimeIsRecordedByItsForm() {
        CompiledShape recorded = CompiledShape.of(RecordedShape.of(map(
                "uuid", "0b2f5a4e-7a51-4f0b-8f1d-0d3c5a1e9b77",
                "at", "2026-01-31T10:15:30.123Z",
                "digest", "sha256:" + "ab".repeat(32),
                "case_id", "case-17")));

        assertThat(recorded.failures(map(
                        "uuid", "11111111-2222-3333-4444-555555555555",
                        "at", "2027-12-01T00:00:00Z",
                        "digest", "sha256:" + "cd".repeat(32),
                        "case_id", "case-18")))
                .isEmpty();
        assertThat(recorded.failures(map("uuid", "x", "at", "later", "digest", "sha256:", "case_id", "")))
                .hasSize(4);
    }

    @Test
    void aNameWithoutDigitIsNotTakenForAnIdentifier() {
        assertThat(recorded("id", "echo")).isEqualTo("echo");
        assertThat(recorded("paid", "case-17")).isEqualTo("case-17");
    }

    @Test
    void longTextIsRecordedByItsStartAndLength() {
        assertThat(recorded("f", "é".repeat(2_000))).isEqualTo(map("prefix", "é".repeat(100), "count", 2_000));
        assertThat(recorded("f", "\uD83D")).isEqualTo(map("count", 1));
    }

    @Test
    void shortListsOfPlainValuesAreRecordedAsTheyAreOthersByCountAndFirst() {
        assertThat(recorded("f", list("a", true, 1))).isEqualTo(list("a", true, 1));
        assertThat(recorded("f", list())).isEqualTo(list());
        assertThat(recorded("f", list(map("n", 1, "on", true), map("n", 2))))
                .isEqualTo(map("count", 2, "first", map("n", 1, "on", map("any", list(true)))));
        assertThat(recorded("f", Data.freezeList(Collections.nCopies(17, 5)))).isEqualTo(map("count", 17, "first", 5));
        assertThat(recorded("f", list("2026-01-31"))).isInstanceOf(java.util.Map.class);
    }

    @Test
    void dataWhoseKeysAreMatcherNamesIsRecordedAsFields() {
        var payload = map("f", map("count", 2, "first", "x"), "matches", "(", "not", map());
        Shape.Fields recorded = RecordedShape.of(payload);

        assertThat(recorded.field("f")).isInstanceOf(Shape.Fields.class);
        assertThat(CompiledShape.of(recorded).failures(payload)).isEmpty();
        assertThat(CompiledShape.of(recorded)
                        .failures(map("f", map("count", 3, "first", "x"), "matches", "(", "not", map())))
                .extracting(Failure::text)
                .containsExactly("f.count: expected 2, got 3");
    }

    @Test
    void whatIsNestedVeryDeepIsRecordedAsPresent() {
        Object deep = 1;
        for (int i = 0; i < 990; i++) {
            deep = i % 2 == 0 ? map("a", deep) : list(deep, 2);
        }
        var payload = map("f", deep);

        assertThat(CompiledShape.of(RecordedShape.of(payload)).failures(payload))
                .isEmpty();
    }
}
