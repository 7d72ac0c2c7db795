package io.precinct.source.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.source.api.PositionEncoding;
import io.precinct.source.api.SourceFault;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class PatternsTest {
    @Property
    void aGlobMatchesWhatTheSameRegularExpressionMatches(
            @ForAll @Chars({'a', 'b', '*'}) @StringLength(max = 8) String glob,
            @ForAll @Chars({'a', 'b'}) @StringLength(max = 12) String text) {
        assertThat(Glob.matches(glob, text)).isEqualTo(Pattern.matches(glob.replace("*", ".*"), text));
    }

    @Property
    void aGlobForPathsMatchesWhatTheSameRegularExpressionMatches(
            @ForAll @Chars({'a', '*', '/', '?'}) @StringLength(max = 8) String glob,
            @ForAll @Chars({'a', 'b', '/'}) @StringLength(max = 10) String path) {
        String regex = List.of(glob.split("/", -1)).stream()
                .map(each -> each.equals("**")
                        ? "\0"
                        : each.replaceAll("\\*+", "[^/]*").replace("?", "[^/]"))
                .collect(Collectors.joining("/"));
        assertThat(Glob.matchesPath(Glob.alternatives(glob), path))
                .isEqualTo(Pattern.matches(regex("/" + regex), "/" + path));
    }

    /** {@code **} is any number of segments with their slashes. */
    private static String regex(String marked) {
        return marked.replace("/\0", "(?:/[^/]*)*");
    }

    @Property
    void anAnnotationPatternMatchesWholeIds(
            @ForAll @Chars({'A', '-', '1', '*'}) @StringLength(min = 1, max = 6) String pattern,
            @ForAll @Chars({'A', '-', '1', '0'}) @StringLength(min = 1, max = 6) String id) {
        assertThat(AnnotationPattern.of("@req:" + pattern).matches("req", id))
                .isEqualTo(Pattern.matches(pattern.replace("*", "\\S*"), id));
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

    @Property
    void columnsCountTheUnitsOfTheEncoding(
            @ForAll @CharRange(from = ' ', to = '\uffff') @StringLength(max = 30) String raw) {
        // Halves of pairs are no text.
        String text = new String(raw.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8) + "😀\nx";
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
    }

    @Property
    void pathsAreSortedAsGitSortsThem(
            @ForAll @StringLength(max = 6) String left, @ForAll @StringLength(max = 6) String right) {
        // Halves of pairs are no text.
        String a = new String(left.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
        String b = new String(right.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
        int bytes = Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
        assertThat(Integer.signum(PathSelection.compare(a, b))).isEqualTo(Integer.signum(bytes));
    }

    @Test
    void marksEndBeforePunctuationWhiteSpaceAndTheNextMark() {
        assertThat(marks("(@req:A-1). @req:A-2,@req:A-3; @req:ü\u00a0x @todo: no @see:). a@b:c @x-y:z"))
                .containsExactly("req A-1", "req A-2", "req A-3", "req ü", "x-y z");
    }

    @Property
    void marksAreFoundWhereverTheyStand(@ForAll @Chars({'a', ' ', '@', ':'}) @StringLength(max = 40) String before) {
        assertThat(marks(before + "\n@req:A-1 and more")).contains("req A-1");
    }

    private static List<String> marks(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        var found = new ArrayList<String>();
        Mark.in(utf8, 0, utf8.length).forEach(mark -> found.add(mark.tag() + " " + mark.id()));
        assertThat(found.isEmpty() || Mark.any(utf8)).isTrue();
        return found;
    }
}
