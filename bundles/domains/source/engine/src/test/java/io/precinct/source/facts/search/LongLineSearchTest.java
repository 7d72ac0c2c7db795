package io.precinct.source.facts.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.source.api.PageRequest;
import io.precinct.source.api.PositionEncoding;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.ResultPage.Incomplete;
import io.precinct.source.api.TextLine;
import io.precinct.source.api.TextSelector;
import io.precinct.source.testing.TestCommit;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Lines as long as files, and files of nothing but matches. */
class LongLineSearchTest extends LargeTextSearchFixture {
    private ResultPage<TextLine> page(
            TestCommit commit, TextSelector selector, int limit, PositionEncoding encoding, @Nullable String after) {
        return page(commit, selector, new PageRequest(limit, after, 3, encoding, true));
    }

    private static TextSelector selector(String text, boolean regex, boolean caseSensitive) {
        return new TextSelector(text, regex, caseSensitive, false, null, null);
    }

    /** What an answer has of texts. */
    private static long length(ResultPage<TextLine> page) {
        return page.items().stream()
                .mapToLong(line -> line.text().length()
                        + line.matches().stream()
                                .mapToLong(match -> match.text().length() + 100)
                                .sum()
                        + String.join("", line.context().lines()).length())
                .sum();
    }

    private static String json(int entries) {
        return IntStream.range(0, entries)
                .mapToObj(i -> "{\"id\":" + i + ",\"näme\":\"value of 😀\"}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    @ParameterizedTest
    @EnumSource
    void aLineOfMegabytesIsCutAroundItsMatch(PositionEncoding encoding) {
        String json = json(60_000);
        assertThat(json.length()).isGreaterThan(2_000_000);
        var commit = new TestCommit("r").with("one.json", json);
        ResultPage<TextLine> page = page(commit, selector("\"id\":40000,", false, true), 1, encoding, null);
        TextLine line = page.items().getFirst();
        assertThat(line.text()).contains("\"id\":40000,").isSubstringOf(json);
        assertThat(line.cut()).isNotNull();
        TextLine.Span match = line.matches().getFirst();
        int from = match.start().column() - line.cut().start().column();
        int to = match.end().column() - line.cut().start().column();
        byte[] utf8 = line.text().getBytes(StandardCharsets.UTF_8);
        String marked = switch (encoding) {
            case UTF_8 -> new String(utf8, from, to - from, StandardCharsets.UTF_8);
            case UTF_16 -> line.text().substring(from, to);
            case UTF_32 -> {
                int[] points = line.text().codePoints().toArray();
                yield new String(points, from, to - from);
            }
        };
        assertThat(marked).isEqualTo("\"id\":40000,");
        assertThat(line.context().lines()).containsExactly(line.text());
        assertThat(line.context().cuts()).containsExactly(line.cut());
        assertThat(line.moreMatches()).isFalse();
        assertThat(length(page)).isLessThan(10_000);
    }

    @ParameterizedTest
    @CsvSource({"x,false,true", "X,false,false", "x|y,true,true", "[a-z],true,false"})
    void aLineShowsTheFirstOfManyMatches(String text, boolean regex, boolean caseSensitive) {
        var commit = new TestCommit("r")
                .with("a.txt", "x,".repeat(200_000) + "\nx\n")
                .with("b.txt", "x\n");
        ResultPage<TextLine> page =
                page(commit, selector(text, regex, caseSensitive), 100, PositionEncoding.UTF_16, null);
        assertThat(page.items()).extracting(TextLine::path).containsExactly("a.txt", "a.txt", "b.txt");
        assertThat(page.items()).extracting(TextLine::line).containsExactly(1, 2, 1);
        assertThat(page.items()).extracting(TextLine::moreMatches).containsExactly(true, false, false);
        assertThat(page.items().getFirst().matches()).hasSize(LinePattern.MOST_OF_LINE);
        assertThat(page.items().getFirst().matches().getLast().start().column())
                .isEqualTo(2 * (LinePattern.MOST_OF_LINE - 1));
        assertThat(length(page)).isLessThan(50_000);
    }

    @Test
    void aMatchMayBeAsLongAsItsLine() {
        var commit = new TestCommit("r").with("a.txt", "x".repeat(2_000_000));
        ResultPage<TextLine> page = page(commit, selector(".*", true, true), 1, PositionEncoding.UTF_8, null);
        TextLine.Span match = page.items().getFirst().matches().getFirst();
        assertThat(match.end().offset()).isEqualTo(2_000_000);
        assertThat(match.cut().after()).isEqualTo(1_999_000);
        assertThat(length(page)).isLessThan(10_000);
    }

    @Test
    void aFileOfManyMatchesIsLeftAndNamed() {
        var commit = new TestCommit("r").with("a.txt", "x x\n".repeat(20_000)).with("b.txt", "x\n");
        var selector = selector("x", false, true);
        String after = null;
        int lines = 0;
        ResultPage<TextLine> page;
        do {
            page = page(commit, selector, 1000, PositionEncoding.UTF_8, after);
            lines += page.items().size();
            after = page.next();
        } while (after != null);
        assertThat(lines).isEqualTo(5001);
        assertThat(page.items().getLast().path()).isEqualTo("b.txt");
        assertThat(page.incomplete()).singleElement().satisfies(left -> {
            assertThat(left.path()).isEqualTo("a.txt");
            assertThat(left.reason()).isEqualTo(ResultPage.MATCH_LIMIT);
            assertThat(List.of(left.from(), left.to())).containsExactly(5001, 20_000);
        });
        assertThat(page(commit, selector("x x", false, true), 10, PositionEncoding.UTF_8, null)
                        .incomplete())
                .isEqualTo(List.<Incomplete>of());
    }
}
