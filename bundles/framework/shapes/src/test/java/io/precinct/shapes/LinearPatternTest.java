package io.precinct.shapes;

import static io.precinct.api.data.Data.map;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.precinct.api.shape.Shape;
import io.precinct.api.shape.ShapeReader;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinearPatternTest {
    /** A limit at which exponential time fails instead of hanging; linear time needs a fraction of it. */
    private static final Duration HANGS = Duration.ofSeconds(30);

    @ParameterizedTest
    @ValueSource(strings = {"^(.*a){20}$", "(x+x+)+y", "^(a|aa)+$", "(a*)*b", "^(([a-z])+.)+[A-Z]([a-z])+$"})
    void patternsThatExplodeElsewhereFinish(String pattern) {
        CompiledShape shape = CompiledShape.of(Shape.fields("f", map("matches", pattern)));
        String text = "a".repeat(50_000) + "!";

        assertThat(assertTimeoutPreemptively(HANGS, () -> shape.failures(map("f", text))))
                .hasSize(1);
    }

    @Test
    void aPatternThatIsRefusedIsAFaultWithItsReason() {
        var faults = new ArrayList<ShapeReader.Fault>();
        new ShapeCompiler(faults::add).compile(Shape.fields("f", map("matches", "((a{1000}){1000}){1000}")));

        assertThat(faults)
                .singleElement()
                .extracting(ShapeReader.Fault::message)
                .asString()
                .contains(
                        "((a{1000}){1000}){1000}",
                        "repetitions are written out",
                        "for the length of a string say count");
    }

    @Test
    void patternsOfOneShapeAreLimitedTogether() {
        var faults = new ArrayList<ShapeReader.Fault>();
        var compiler = new ShapeCompiler(faults::add);
        for (int i = 0; i < 20; i++) {
            compiler.compile(Shape.fields("f" + i, map("matches", "(a{1000}){2}")));
        }

        assertThat(faults)
                .isNotEmpty()
                .allSatisfy(fault -> assertThat(fault.message()).contains("together"));
    }

    @Test
    void aTextTooLargeForItsPatternFailsWithAndWithoutNot() {
        Object payload = map("f", "x".repeat(1 << 20));

        assertThat(CompiledShape.of(Shape.fields("f", map("matches", "^.{1,1000}")))
                        .failures(payload))
                .hasSize(1);
        assertThat(CompiledShape.of(Shape.fields("f", map("not", map("matches", "^.{1,1000}y"))))
                        .failures(payload))
                .hasSize(1);
    }

    @Test
    void aTextOfOneMebibyteFitsPatternsOfOrdinarySize() {
        CompiledShape shape = CompiledShape.of(Shape.fields("f", map("matches", "z(y|x){20}$")));

        assertThat(shape.failures(map("f", "a".repeat((1 << 20) - 21) + "z" + "xy".repeat(10))))
                .isEmpty();
    }
}
