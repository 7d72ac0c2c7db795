package io.precinct.source.facts.extraction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.source.facts.extraction.Engine.Stopped;
import io.precinct.source.parse.AcquiredLanguage;
import io.precinct.source.parse.TaskLimits;
import io.precinct.source.testing.TestEngine;
import io.precinct.treesitter.Tree;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** How many steps the search for identifiers takes, and that it can be given up. */
class IdentifierFinderTest {
    private final TestEngine engine = new TestEngine();

    private List<Integer> found(String text, BooleanSupplier cancelled) throws Stopped {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        try (AcquiredLanguage language = Objects.requireNonNull(engine.acquire("go"))) {
            return engine.run(
                    language,
                    (parser, _, _) -> {
                        try (Tree tree = parser.parse(language.nativeLanguage(), utf8, utf8.length, () -> false)) {
                            return IdentifierFinder.of(tree.root(), utf8, "run", cancelled);
                        }
                    },
                    TaskLimits.together(Duration.ofMinutes(1)));
        }
    }

    private static String sum(int terms) {
        return "package p\nfunc f() int {\n return " + "run + ".repeat(terms) + "\"run\"\n}\n";
    }

    private int looks(int terms) throws Stopped {
        var looks = new AtomicInteger();
        assertThat(found(sum(terms), () -> {
                    looks.incrementAndGet();
                    return false;
                }))
                .hasSize(terms);
        return looks.get();
    }

    @Test
    void deepExpressionsTakeStepsInProportionToTheirSize() throws Stopped {
        int half = looks(1_000);
        assertThat(half).isGreaterThan(1_000 / LoopWatch.STEPS);
        assertThat(looks(2_000)).isBetween(2 * half - 2, 2 * half + 2);
    }

    @Test
    void aSearchThatIsGivenUpStopsInTheMiddle() {
        var looks = new AtomicInteger();
        assertThatThrownBy(() -> found(sum(2_000), () -> looks.incrementAndGet() == 3))
                .isInstanceOf(Stopped.class);
        assertThat(looks.get()).isEqualTo(3);
    }
}
