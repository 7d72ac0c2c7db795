package io.precinct.shapes;

import static io.precinct.api.data.Data.list;
import static io.precinct.api.data.Data.map;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.shape.Shape;
import org.junit.jupiter.api.Test;

class TightnessTest {
    @Test
    void theInnermostFieldsAreCounted() {
        Tightness tightness = Tightness.of(Shape.fields(
                "params",
                map("message", map("matches", "^h"), "to", true, "kind", map("any", list("a"))),
                "query",
                true));

        assertThat(tightness).isEqualTo(new Tightness(4, 2, 2));
        assertThat(tightness.toData()).isEqualTo(map("fields", 4, "present_only", 2, "constrained", 2, "ratio", 0.5));
    }

    @Test
    void presenceAloneIsTheFloor() {
        assertThat(Tightness.of(Shape.fields("params", true)).toData()).containsEntry("ratio", 0.0);
        assertThat(Tightness.of(Shape.fields("params", map("id", 1))).toData()).containsEntry("ratio", 1.0);
    }

    @Test
    void aShapeWithoutFieldsHasNoRatio() {
        assertThat(Tightness.of(Shape.Fields.NONE).toData())
                .isEqualTo(map("fields", 0, "present_only", 0, "constrained", 0, "ratio", null));
    }
}
