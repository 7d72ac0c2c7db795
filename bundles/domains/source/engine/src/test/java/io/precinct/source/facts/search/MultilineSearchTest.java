package io.precinct.source.facts.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.source.api.PageRequest;
import io.precinct.source.api.PositionEncoding;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.TextLine;
import io.precinct.source.api.TextSelector;
import io.precinct.source.facts.extraction.Engine;
import io.precinct.source.facts.extraction.LoopWatch;
import io.precinct.source.testing.TestCommit;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Matches over several lines, and patterns that need them. */
class MultilineSearchTest extends LargeTextSearchFixture {
    private static final LinePattern.Found NOTHING = new LinePattern.Found() {
        @Override
        public boolean line(int from, int to, int[] matches, boolean more) {
            return true;
        }

        @Override
        public void unsearched(int from, int to) {
            throw new AssertionError("it was given up, not left");
        }
    };
    private static final String TEXT = "one\r\ntwo\nthree three\n\nOne two\nthree";

    private ResultPage<TextLine> page(TestCommit commit, TextSelector selector) {
        return page(commit, selector, new PageRequest(100, null, 0, PositionEncoding.UTF_16, true));
    }

    /** Each match as its first line, its text and its last line. */
    private List<String> found(String text, boolean regex, boolean caseSensitive, boolean word) {
        var commit = new TestCommit("r").with("a.txt", TEXT);
        var selector = new TextSelector(text, regex, caseSensitive, word, null, null, true);
        var found = new ArrayList<String>();
        for (TextLine line : page(commit, selector).items()) {
            for (TextLine.Span match : line.matches()) {
                assertThat(match.start().line()).isEqualTo(line.line());
                found.add(line.line() + " " + match.text() + " " + match.end().line());
            }
        }
        return found;
    }

    @Test
    void aMatchGoesOverSeveralLines() {
        assertThat(found("two\nthree", false, true, false)).containsExactly("2 two\nthree 3", "5 two\nthree 6");
        assertThat(found("two\\s+three", true, true, false)).containsExactly("2 two\nthree 3", "5 two\nthree 6");
        assertThat(found("one\r\nTWO", false, false, false)).containsExactly("1 one\r\ntwo 2");
        assertThat(found("wo\nthree", false, true, true)).isEmpty();
        assertThat(found("three$", true, true, false)).containsExactly("3 three 3", "6 three 6");
        assertThat(found("^one", true, false, false)).containsExactly("1 one 1", "5 One 5");
        assertThat(found("\\r$", true, true, false)).containsExactly("1 \r 1");
        assertThat(found("three", true, true, false)).containsExactly("3 three 3", "3 three 3", "6 three 6");
        assertThat(found("(?s)one.*three", true, true, false)).containsExactly("1 " + TEXT + " 6");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "two\\nthree",
                "[\\n]",
                "\\x0a",
                "one\\r$",
                "\\r\\z",
                "a^b",
                "$a",
                "(a\\n|\\nb)",
                "(?:x$)+y",
                "a\\n{2}"
            })
    void aPatternThatNoLineCanMatchIsRefused(String pattern) {
        var commit = new TestCommit("r").with("a.txt", TEXT);
        assertThatThrownBy(() -> page(commit, new TextSelector(pattern, true, true, false, null, null)))
                .isInstanceOfSatisfying(SourceFault.class, fault -> {
                    assertThat(fault.status()).isEqualTo(422);
                    assertThat(fault.code()).isEqualTo("bad_query");
                })
                .hasMessageContaining("multiline=true");
    }

    @ParameterizedTest
    @CsvSource({"two\\n?,2", "one\\r?$,1", "(a\\n|two),2", "(?:^|x)two,2", "tw[o\\n],2", "two(?:$|x),2", "(?m)^two$,2"})
    void aPatternThatALineMayMatchIsSearched(String pattern, int line) {
        var commit = new TestCommit("r").with("a.txt", TEXT);
        assertThat(page(commit, new TextSelector(pattern, true, true, false, null, null))
                        .items())
                .extracting(TextLine::line)
                .contains(line);
    }

    @Test
    void aLiteralTextIsAWordByWhatStandsBesideIt() {
        var commit = new TestCommit("r").with("a.txt", "  @Foo\nx@Foo\n@Foo x@Foo_ \n");
        for (boolean multiline : new boolean[] {true, false}) {
            var selector = new TextSelector("@Foo", false, true, true, null, null, multiline);
            assertThat(page(commit, selector).items())
                    .flatExtracting(TextLine::matches)
                    .extracting(
                            match -> match.start().line() + ":" + match.start().column())
                    .containsExactly("1:2", "3:0");
        }
    }

    @Test
    void carriageReturnsAtTheEndOfALineAreNoneOfIt() {
        var commit = new TestCommit("r").with("a.txt", "one\r\r\none\r\none\r");
        assertThat(page(commit, new TextSelector("one$", true, true, false, null, null))
                        .items())
                .extracting(TextLine::line)
                .containsExactly(1, 2, 3);
    }

    @Test
    void aQuoteWithoutAnEndIsOneToTheEnd() {
        var commit = new TestCommit("r").with("a.txt", "x A.(b\n");
        for (boolean caseSensitive : new boolean[] {true, false}) {
            var selector = new TextSelector("\\QA.(b", true, caseSensitive, false, null, null, true);
            assertThat(page(commit, selector).items()).hasSize(1);
        }
        assertThat(page(commit, new TextSelector("\\Qa.\\E[(]b", true, false, false, null, null))
                        .items())
                .hasSize(1);
    }

    @Test
    void aLineShowsTheFirstOfManyMatchesAndTheNextLineItsOwn() {
        var commit = new TestCommit("r").with("a.txt", "x,".repeat(300) + "\nx\nx,");
        List<TextLine> lines = page(commit, new TextSelector("x", false, true, false, null, null, true))
                .items();
        assertThat(lines).extracting(TextLine::line).containsExactly(1, 2, 3);
        assertThat(lines).extracting(TextLine::moreMatches).containsExactly(true, false, false);
        assertThat(lines.getFirst().matches()).hasSize(LinePattern.MOST_OF_LINE);
    }

    @ParameterizedTest
    @CsvSource({"(?s:a.*Q)|a,true", "(?s:.*Q)?,true", "(?:b.*Q|b),false"})
    void aTextThatTakesTooLongIsLeft(String pattern, boolean multiline) throws Exception {
        byte[] text = (pattern.contains("b") ? "b" : "a").repeat(100_000).getBytes(StandardCharsets.UTF_8);
        var unsearched = new ArrayList<Integer>();
        LinePattern.of(new TextSelector(pattern, true, true, false, null, null, multiline))
                .search(text, Duration.ofMillis(20), new LoopWatch(() -> false), new LinePattern.Found() {
                    @Override
                    public boolean line(int from, int to, int[] matches, boolean more) {
                        return true;
                    }

                    @Override
                    public void unsearched(int from, int to) {
                        unsearched.add(to);
                    }
                });
        assertThat(unsearched).containsExactly(100_000);
    }

    @Test
    void aSearchForWhichNobodyWaitsEndsWithinAText() {
        byte[] text = "a".repeat(100_000).getBytes(StandardCharsets.UTF_8);
        LinePattern pattern = LinePattern.of(new TextSelector("(?s:.*Q)?", true, true, false, null, null, true));
        var looks = new AtomicInteger();
        assertThatThrownBy(() -> pattern.search(
                        text, Duration.ofHours(1), new LoopWatch(() -> looks.incrementAndGet() > 2), NOTHING))
                .isInstanceOf(Engine.Stopped.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatIsTooLargeForAPatternIsNamed(boolean multiline) {
        String large = "x".repeat(1_000_000);
        var commit = new TestCommit("r")
                .with("a.txt", "short y\n" + large + "y\nshort y\n")
                .with("b.txt", "y\n");
        String pattern = "(?:ab?){200}|y$";
        ResultPage<TextLine> page = page(commit, new TextSelector(pattern, true, true, false, null, null, multiline));
        assertThat(page.items())
                .extracting(line -> line.path() + line.line())
                .containsExactlyElementsOf(multiline ? List.of("b.txt1") : List.of("a.txt1", "a.txt3", "b.txt1"));
        assertThat(page.incomplete()).singleElement().satisfies(left -> {
            assertThat(left.path()).isEqualTo("a.txt");
            assertThat(left.reason()).isEqualTo(ResultPage.PATTERN_LIMIT);
            assertThat(List.of(left.from(), left.to())).isEqualTo(multiline ? List.of(1, 4) : List.of(2, 2));
        });
    }
}
