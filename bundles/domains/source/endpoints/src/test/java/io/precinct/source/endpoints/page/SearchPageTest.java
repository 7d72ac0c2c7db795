package io.precinct.source.endpoints.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.precinct.source.endpoints.page.SearchPage.FoundFile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SearchPageTest {
    private static Map<String, Object> line(String path, int line, String origin) {
        var found = new HashMap<String, Object>(Map.of(
                "repo",
                "r",
                "path",
                path,
                "line",
                line,
                "text",
                "text",
                "matches",
                List.of(),
                "context",
                Map.of("from", line, "to", line, "lines", List.of("text"))));
        if (!origin.isEmpty()) {
            found.put("origin", origin);
        }
        return found;
    }

    @SafeVarargs
    private static List<FoundFile> files(Map<String, Object>... lines) {
        return new SearchPage(new ListAnswer(
                        Map.of(), Map.of("items", Stream.of(lines).toList())))
                .files();
    }

    @Test
    void filesThatNobodyWroteAreFoldedBelowOthers() {
        assertThat(files(line("a.js", 1, ""), line("b.min.js", 1, "generated"), line("b.min.js", 2, "generated")))
                .extracting(FoundFile::origin, FoundFile::lines, FoundFile::folded)
                .containsExactly(tuple("", 1, false), tuple("generated", 2, true));
    }

    @Test
    void aPageOfNothingElseShowsThem() {
        assertThat(files(line("b.min.js", 1, "generated")))
                .extracting(FoundFile::origin, FoundFile::folded)
                .containsExactly(tuple("generated", false));
    }
}
