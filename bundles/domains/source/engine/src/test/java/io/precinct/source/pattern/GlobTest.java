package io.precinct.source.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.quicktheories.QuickTheory.qt;

import io.precinct.source.api.SourceFault;
import io.precinct.source.testing.Texts;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class GlobTest {
    @Test
    void aGlobMatchesWhatTheSameRegularExpressionMatches() {
        qt().forAll(Texts.of("ab*", 0, 8), Texts.of("ab", 0, 12))
                .checkAssert((glob, text) ->
                        assertThat(Glob.matches(glob, text)).isEqualTo(Pattern.matches(glob.replace("*", ".*"), text)));
    }

    @Test
    void aGlobForPathsMatchesWhatTheSameRegularExpressionMatches() {
        qt().forAll(Texts.of("a*/?", 0, 8), Texts.of("ab/", 0, 10)).checkAssert((glob, path) -> {
            String regex = List.of(glob.split("/", -1)).stream()
                    .map(each -> each.equals("**")
                            ? "\0"
                            : each.replaceAll("\\*+", "[^/]*").replace("?", "[^/]"))
                    .collect(Collectors.joining("/"));
            assertThat(Glob.matchesPath(Glob.alternatives(glob), path))
                    .isEqualTo(Pattern.matches(regex("/" + regex), "/" + path));
        });
    }

    /** {@code **} is any number of segments with their slashes. */
    private static String regex(String marked) {
        return marked.replace("/\0", "(?:/[^/]*)*");
    }

    @Test
    void globsWithManyStarsStayQuick() {
        assertThat(Glob.matches("a*".repeat(50) + "b", "a".repeat(5000))).isFalse();
        assertThat(Glob.matchesPath(Glob.alternatives("**/a".repeat(20) + "/b"), "a/".repeat(500) + "c"))
                .isFalse();
    }

    @Test
    void alternativesThatWouldExhaustTheMemoryAreRefused() {
        for (String pattern : List.of(
                "{a,b}".repeat(40), "{" + ",".repeat(2000) + "}" + "x".repeat(2000), "{a,b}" + "x".repeat(5000))) {
            assertThatThrownBy(() -> Glob.alternatives(pattern))
                    .isInstanceOfSatisfying(
                            SourceFault.class, fault -> assertThat(fault.code()).isEqualTo("bad_pattern"));
        }
        assertThat(Glob.alternatives("{a,b}".repeat(6))).hasSize(64);
    }

    @Test
    void alternativesAndFolders() {
        var pattern = Glob.alternatives("src/**/*.{ts,tsx}");
        assertThat(Glob.matchesPath(pattern, "src/a.ts")).isTrue();
        assertThat(Glob.matchesPath(pattern, "src/x/y/a.tsx")).isTrue();
        assertThat(Glob.matchesPath(pattern, "src/a.js")).isFalse();
        assertThat(Glob.matchesPath(pattern, "lib/src/a.ts")).isFalse();
    }
}
