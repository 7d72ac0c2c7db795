package io.precinct.source.git;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.source.testing.TestCommit;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GitAttributesTest {
    private static FileAttributes of(String path, String... lines) {
        return new TestCommit("r")
                .with(".gitattributes", String.join("\n", lines))
                .attributes(path);
    }

    /** The answers of {@code git check-attr}. */
    @ParameterizedTest
    @CsvSource({
        "*.x,a.x,true",
        "*.x,deep/down/a.x,true",
        "*.x,a.y,false",
        "/*.x,a.x,true",
        "/*.x,deep/a.x,false",
        "gen/*.x,gen/a.x,true",
        "gen/*.x,gen/deep/a.x,false",
        "gen/*.x,other/gen/a.x,false",
        "gen/**,gen/deep/a.x,true",
        "gen/**/a.x,gen/a.x,true",
        "**/gen/*,other/gen/a.x,true",
        "gen/,gen/a.x,false",
        "gen,gen/a.x,false",
        "a?.x,ab.x,true",
        "[ab].x,a.x,true",
        "[ab].x,c.x,false",
        "a{b}.x,ab.x,false",
    })
    void aLineMeansTheFilesThatItsPatternMatches(String pattern, String path, boolean matches) {
        assertThat(of(path, pattern + " linguist-generated").generated()).isEqualTo(matches ? Boolean.TRUE : null);
    }

    @Test
    void theLastLineAndTheDeepestFolderWin() {
        var commit = new TestCommit("r")
                .with(".gitattributes", "*.x linguist-generated linguist-language=Java\na.x -linguist-generated\n")
                .with("deep/.gitattributes", "*.x linguist-generated=true !linguist-language\n")
                .with("deep/down/.gitattributes", "# nothing\n\nb.x linguist-vendored=false\n");
        assertThat(commit.attributes("b.x")).isEqualTo(new FileAttributes("Java", true, null, false));
        assertThat(commit.attributes("a.x")).isEqualTo(new FileAttributes("Java", false, null, false));
        assertThat(commit.attributes("deep/a.x")).isEqualTo(new FileAttributes(null, true, null, false));
        assertThat(commit.attributes("deep/down/b.x")).isEqualTo(new FileAttributes(null, true, false, false));
    }

    @Test
    void filesDeclaredBinaryAreKnown() {
        assertThat(of("a.x", "*.x binary").isBinary()).isTrue();
        assertThat(of("a.x", "*.x -diff").isBinary()).isTrue();
        assertThat(of("a.x", "*.x -text").isBinary()).isFalse();
        assertThat(of("a.x", "*.x binary", "a.x diff").isBinary()).isFalse();
        assertThat(of("a.x", "*.x binary", "a.x diff=java").isBinary()).isFalse();
    }

    @Test
    void macrosOfTheRootCount() {
        var commit = new TestCommit("r")
                .with(".gitattributes", "[attr]made -diff linguist-generated\n*.x made\n")
                .with("deep/.gitattributes", "[attr]other linguist-generated\n*.y other\n");
        assertThat(commit.attributes("deep/a.x")).isEqualTo(new FileAttributes(null, true, null, true));
        assertThat(commit.attributes("deep/a.y")).isEqualTo(FileAttributes.NONE);
    }

    @Test
    void aMacroThatIsNotSetStandsForNothing() {
        assertThat(of("a.x", "*.x binary", "a.x -binary").isBinary()).isFalse();
        assertThat(of("b.x", "*.x binary", "a.x -binary").isBinary()).isTrue();
        assertThat(of("a.x", "*.x made", "[attr]made linguist-generated").generated())
                .as("defined below its use")
                .isTrue();
        assertThat(of("a.x", "*.x one", "[attr]one two", "[attr]two one linguist-generated")
                        .generated())
                .as("defined by itself")
                .isTrue();
    }

    @Test
    void aByteOrderMarkAndLineEndsOfWindowsDoNotCount() {
        assertThat(of("a.x", "\uFEFF*.x linguist-generated\r", "*.y linguist-generated\r")
                        .generated())
                .isTrue();
    }

    @Test
    void aFileOfMacrosOfMacrosTakesNoMemory() {
        var lines = new ArrayList<String>();
        lines.add("*.x m9");
        lines.add("[attr]m0 " + "linguist-generated ".repeat(50));
        for (int i = 1; i < 10; i++) {
            lines.add("[attr]m" + i + " " + ("m" + (i - 1) + " ").repeat(50));
        }
        assertThat(of("a.x", lines.toArray(String[]::new)).generated()).isTrue();
    }

    @Test
    void linesLongerThanGitReadsDoNotCount() {
        assertThat(of("aaa", "[a]".repeat(300_000) + " linguist-generated", "aaa linguist-vendored"))
                .isEqualTo(new FileAttributes(null, null, true, false));
        assertThat(of("a", "[ linguist-generated", "a linguist-vendored"))
                .isEqualTo(new FileAttributes(null, null, true, false));
    }

    @Test
    void linesAboutOtherAttributesTakeNoRoom() {
        assertThat(of("a.x", "*.y text eol=lf\n".repeat(2000) + "*.x linguist-generated")
                        .generated())
                .isTrue();
    }

    @Test
    void aPatternThatWouldTakeForeverIsLeftOut() {
        String name = "a".repeat(4000);
        assertThat(java.util.concurrent.CompletableFuture.supplyAsync(() -> of(
                        name,
                        "*a*a*a*a*a*a*a*a*b linguist-generated",
                        "*[a]*a*a*a*a*a*a*b linguist-generated",
                        "**/a/**/a/**/a/**/b linguist-generated",
                        "*a linguist-vendored")))
                .succeedsWithin(Duration.ofSeconds(10))
                .isEqualTo(new FileAttributes(null, null, true, false));
    }

    @Test
    void moreLinesThanAreUsedLeaveTheOthersAlone() {
        var commit = new TestCommit("r")
                .with(".gitattributes", "*.x linguist-generated\n")
                .with("deep/.gitattributes", "*.y linguist-generated\n".repeat(1000));
        assertThat(commit.attributes("deep/a.x").generated()).isTrue();
        assertThat(commit.attributes("deep/a.y").generated()).isNull();
    }
}
