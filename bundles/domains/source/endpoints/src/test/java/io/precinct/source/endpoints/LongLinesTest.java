package io.precinct.source.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.source.api.Cut;
import io.precinct.source.api.Item;
import io.precinct.source.api.Match;
import io.precinct.source.api.Position;
import io.precinct.source.api.Reference;
import io.precinct.source.api.TextLine;
import io.precinct.source.api.View;
import io.precinct.source.endpoints.SourceResources.Found;
import io.precinct.source.endpoints.page.CodePage;
import io.precinct.source.endpoints.page.SearchPage;
import io.precinct.testkit.TestAnswer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How answers and pages show lines that are as long as files. */
@Timeout(60)
class LongLinesTest {
    private static final int MOST = 1 << 20;
    private static final Cut CUT = new Cut(at(1, 100), at(1, 110), 100, 40);

    private final TestEndpoints endpoints = new TestEndpoints();
    private TestRepository one;
    private View view;

    @BeforeEach
    void fill() {
        endpoints.sources.inlineBytes = 4 << 20;
        String line = "class One ü " + "x ".repeat(1_145_000);
        one = endpoints.sources.testRepository("one").file("long.toy", line + "\nclass Last\n");
        one.commit();
        view = one.view(null);
    }

    @AfterEach
    void close() {
        endpoints.close();
    }

    private static Position at(int line, int column) {
        return new Position(line, line - 1, column, column);
    }

    private static Map<String, Object> place(int column) {
        return Map.of("line", 1, "row", 0, "column", column, "byte", column);
    }

    private static final Map<String, Object> SHOWN =
            Map.of("start", place(100), "end", place(110), "before", 100, "after", 40);

    private static TextLine line() {
        return new TextLine(
                "a.toy",
                "toy",
                "0".repeat(40),
                1,
                "0123456789",
                List.of(
                        new TextLine.Span(at(1, 102), at(1, 104), "23"),
                        new TextLine.Span(at(1, 130), at(1, 132), "30")),
                new Item.Lines(1, 1, List.of("0123456789"), List.of(CUT)),
                CUT,
                true,
                null);
    }

    @Test
    void aCutLineNamesItsPieceAndThatThereAreMoreMatches() {
        Map<String, Object> data = plain(SourceResources.TEXT_LINE.view(new Found<>(view, line())));
        assertThat(data).containsEntry("more_matches", true).containsEntry("cut", SHOWN);
        assertThat(((Map<?, ?>) data.get("context")).get("cuts")).isEqualTo(List.of(SHOWN));
        assertThat(SourceResources.TEXT_LINE.schema().members()).containsKeys("cut", "more_matches");
    }

    @Test
    void aCutCaptureNamesItsPieceAndThatThereAreMoreCaptures() {
        var capture = new Match.Capture(
                "x",
                "identifier",
                "0123456789",
                at(1, 100),
                at(1, 150),
                new Item.Lines(1, 1, List.of("0123456789"), List.of(CUT)),
                CUT);
        var match = new Match("a.toy", "0".repeat(40), 0, 0, List.of(capture), true);
        Map<String, Object> data = plain(SourceResources.MATCH.view(new Found<>(view, match)));
        assertThat(data).containsEntry("more_captures", true);
        Map<?, ?> shown = (Map<?, ?>) ((List<?>) data.get("captures")).getFirst();
        assertThat(shown.get("cut")).isEqualTo(SHOWN);
        assertThat(shown.get("lines_cuts")).isEqualTo(List.of(SHOWN));
    }

    @Test
    void aPageMarksMatchesInTheShownPiece() {
        Map<String, Object> item = plain(SourceResources.TEXT_LINE.view(new Found<>(view, line())));
        Map<String, Object> payload = Map.of(
                "repo", "one", "ref", "main", "position_encoding", "utf-8", "items", List.of(item), "truncated", false);
        String html = new String(SearchPage.of(Map.of("q", "23"), payload).html(), StandardCharsets.UTF_8);
        assertThat(html).contains("… 01<mark>23</mark>456789 … more matches");

        var reference = new Reference(
                new Item(
                        "a.toy",
                        "toy",
                        "0".repeat(40),
                        null,
                        "23",
                        null,
                        "23",
                        at(1, 102),
                        at(1, 104),
                        "23",
                        new Item.Lines(1, 1, List.of("0123456789"), List.of(CUT)),
                        false),
                false);
        payload = Map.of(
                "repo",
                "one",
                "ref",
                "main",
                "position_encoding",
                "utf-8",
                "items",
                List.of(plain(SourceResources.REFERENCE.view(new Found<>(view, reference)))),
                "truncated",
                false);
        html = new String(
                CodePage.of("references", Map.of("name", "23"), payload).html(), StandardCharsets.UTF_8);
        assertThat(html).contains("… 01<mark>23</mark>456789 …");
    }

    @SuppressWarnings("unchecked") // plain data
    private static Map<String, Object> plain(Map<String, ?> view) {
        return (Map<String, Object>) view;
    }

    @Test
    void aPageShowsTheBeginningOfALineAndTheLinesAfterIt() {
        for (String page : Arrays.asList("/repos/one/files/long.toy", "/repos/one/blame/long.toy")) {
            TestAnswer answer = endpoints.page(page);
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
            assertThat(answer.text().length()).isLessThan(MOST);
            assertThat(answer.text())
                    .contains("… 2,280,012 characters more", "id=\"L2\"")
                    .contains("<span class=\"k\">class</span> ");
            String last = answer.text().substring(answer.text().indexOf("id=\"L2\""));
            assertThat(last).contains("<span class=\"k\">class</span>");
        }
    }

    /** One line around each of hundreds of names is the file, as often. */
    @Test
    void aPageAsksForNoMoreTextOfSymbolsThanItShows() {
        one.file("names.toy", "class One Two Three Four Five\n").commit();
        assertThat(endpoints.page("/repos/one/files/names.toy").status()).isEqualTo(200);
        assertThat(one.symbolRequests()).hasSizeGreaterThan(2).allSatisfy(window -> {
            assertThat(window.cut()).isTrue();
            assertThat(window.context()).isZero();
        });
    }
}
