package io.precinct.source.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.Generate.intArrays;
import static org.quicktheories.generators.Generate.pick;
import static org.quicktheories.generators.Generate.range;
import static org.quicktheories.generators.SourceDSL.lists;

import io.precinct.source.api.PositionEncoding;
import io.precinct.source.api.SourceFault;
import io.precinct.testing.AnyText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

class PatternsTest {
    private static Gen<String> texts(String alphabet, int least, int most) {
        return lists().of(pick(List.of(alphabet.split(""))))
                .ofSizeBetween(least, most)
                .map(all -> String.join("", all));
    }

    @Test
    void aGlobMatchesWhatTheSameRegularExpressionMatches() {
        qt().forAll(texts("ab*", 0, 8), texts("ab", 0, 12))
                .checkAssert((glob, text) ->
                        assertThat(Glob.matches(glob, text)).isEqualTo(Pattern.matches(glob.replace("*", ".*"), text)));
    }

    @Test
    void aGlobForPathsMatchesWhatTheSameRegularExpressionMatches() {
        qt().forAll(texts("a*/?", 0, 8), texts("ab/", 0, 10)).checkAssert((glob, path) -> {
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
    void anAnnotationPatternMatchesWholeIds() {
        qt().forAll(texts("A-1*", 1, 6), texts("A-10", 1, 6))
                .checkAssert((pattern, id) -> assertThat(
                                AnnotationPattern.of("@req:" + pattern).matches("req", id))
                        .isEqualTo(Pattern.matches(pattern.replace("*", "\\S*"), id)));
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

    @Test
    void columnsCountTheUnitsOfTheEncoding() {
        Gen<Integer> units = range(' ', 0xffff).mix(range(' ', '~', 'a'), 30).mix(pick(List.of(0x7f, 0xffff)), 2);
        qt().forAll(intArrays(range(0, 30), units)).checkAssert(raw -> {
            String text = wellFormed(new String(raw, 0, raw.length)) + "😀\nx";
            var source = new SourceText(text.getBytes(StandardCharsets.UTF_8));
            for (int i = 0; i <= text.length(); i++) {
                if (i > 0 && i < text.length() && Character.isLowSurrogate(text.charAt(i))) {
                    continue;
                }
                String line = text.substring(text.lastIndexOf('\n', i - 1) + 1, i);
                int offset = text.substring(0, i).getBytes(StandardCharsets.UTF_8).length;
                assertThat(source.position(offset, PositionEncoding.UTF_16).column())
                        .isEqualTo(line.length());
                assertThat(source.position(offset, PositionEncoding.UTF_32).column())
                        .isEqualTo(line.codePointCount(0, line.length()));
                assertThat(source.position(offset, PositionEncoding.UTF_8).column())
                        .isEqualTo(line.getBytes(StandardCharsets.UTF_8).length);
            }
        });
    }

    @Test
    void pathsAreSortedAsGitSortsThem() {
        qt().forAll(AnyText.upTo(6), AnyText.upTo(6)).checkAssert((left, right) -> {
            String a = wellFormed(left);
            String b = wellFormed(right);
            int bytes = Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
            assertThat(Integer.signum(PathSelection.compare(a, b))).isEqualTo(Integer.signum(bytes));
        });
    }

    /** Halves of pairs are no text. */
    private static String wellFormed(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    @Test
    void marksEndBeforePunctuationWhiteSpaceAndTheNextMark() {
        assertThat(marks("(@req:A-1). @req:A-2,@req:A-3; @req:ü\u00a0x @todo: no @see:). a@b:c @x-y:z"))
                .containsExactly("req A-1", "req A-2", "req A-3", "req ü", "x-y z");
    }

    @Test
    void marksAreFoundWhereverTheyStand() {
        qt().forAll(texts("a @:", 0, 40))
                .checkAssert(before ->
                        assertThat(marks(before + "\n@req:A-1 and more")).contains("req A-1"));
    }

    private static List<String> marks(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        var found = new ArrayList<String>();
        AnnotationMark.in(utf8, 0, utf8.length).forEach(mark -> found.add(mark.tag() + " " + mark.id()));
        assertThat(found.isEmpty() || AnnotationMark.any(utf8)).isTrue();
        return found;
    }
}
