package io.precinct.source.facts.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.source.api.TextSelector;
import io.precinct.source.facts.extraction.Engine.Stopped;
import io.precinct.source.facts.extraction.LoopWatch;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** That a search through the lines of a text can be given up. */
class LinePatternTest {
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aSearchThatIsGivenUpStopsInTheMiddleOfAText(boolean regex) {
        byte[] text = "one line\n".repeat(10_000).getBytes(StandardCharsets.UTF_8);
        LinePattern pattern = LinePattern.of(new TextSelector("line", regex, true, false, null, null));
        var looks = new AtomicInteger();
        var lines = new AtomicInteger();

        assertThatThrownBy(() -> pattern.search(
                        text, new LoopWatch(() -> looks.incrementAndGet() == 3), new LinePattern.Found() {
                            @Override
                            public boolean line(int from, int to, int[] matches, boolean more) {
                                return lines.incrementAndGet() > 0;
                            }

                            @Override
                            public void unsearched(int from, int to) {
                                throw new AssertionError("all is searched");
                            }
                        }))
                .isInstanceOf(Stopped.class);

        assertThat(lines.get()).isBetween(1, 9_999);
    }
}
