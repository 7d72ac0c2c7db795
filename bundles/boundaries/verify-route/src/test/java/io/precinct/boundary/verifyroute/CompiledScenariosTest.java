package io.precinct.boundary.verifyroute;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.shape.Shape;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CompiledScenariosTest {
    private final CompiledScenarios compiled = new CompiledScenarios();

    @Test
    void theSameShapeIsCompiledOnce() {
        Shape.Fields shape = Shape.fields("a", Map.of("gte", 1));

        assertThat(compiled.of(shape)).isSameAs(compiled.of(shape));
    }

    @Test
    void everyShapeIsAnsweredByItsOwnCompilationHoweverManyThereAre() {
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 5_000; i++) {
                Shape.Fields shape = Shape.fields("a", i);

                assertThat(compiled.of(shape).source()).isSameAs(shape);
                assertThat(compiled.of(shape).shape().matches(Map.of("a", i))).isTrue();
                assertThat(compiled.of(shape).shape().matches(Map.of("a", i + 1)))
                        .isFalse();
            }
        }
    }
}
