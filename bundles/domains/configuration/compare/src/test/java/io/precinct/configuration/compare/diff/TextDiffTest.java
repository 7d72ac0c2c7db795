package io.precinct.configuration.compare.diff;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextDiffTest {
    @TempDir
    Path folder;

    private static String unified(String base, String value, int context) {
        return TextDiff.unified("a/file", base, "b/file", value, context, new Effort(1_000_000));
    }

    /** What git makes of the base. */
    private String patched(String base, String unified, int context) throws IOException, InterruptedException {
        if (unified.isEmpty()) {
            return base;
        }
        Path file = Files.writeString(folder.resolve("file"), base);
        Files.writeString(folder.resolve("patch"), unified);
        Process git = new ProcessBuilder("git", "apply", context == 0 ? "--unidiff-zero" : "-v", "patch")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(git.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(git.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(git.exitValue()).as(said + unified).isZero();
        return Files.readString(file);
    }

    private void assertLeads(String base, String value) throws IOException, InterruptedException {
        for (int context : new int[] {0, 3}) {
            assertThat(patched(base, unified(base, value, context), context)).isEqualTo(value);
        }
    }

    @Test
    void itIsWhatDiffWrites() {
        assertThat(unified("one\ntwo\nthree\n", "one\n2\nthree\n", 3)).isEqualTo("""
                --- a/file
                +++ b/file
                @@ -1,3 +1,3 @@
                 one
                -two
                +2
                 three
                """);
        assertThat(unified("a\n", "a\n", 3)).isEmpty();
    }

    @Test
    void gitAppliesIt() throws IOException, InterruptedException {
        assertLeads("a\nb\nc\n", "a\nc\n");
        assertLeads("a\n", "x\na\n");
        assertLeads("a\n", "a\nx\n");
        assertLeads("a\nb", "a\nb\n");
        assertLeads("a\nb\n", "a\nb");
        assertLeads("a\nb", "a\nb\nc");
        assertLeads("a\r\nb\r\n", "a\nb\r\n");
        assertLeads("", "a\nb\n");
        assertLeads("a\n", "b");
    }

    @Test
    void gitAppliesAnything() throws IOException, InterruptedException {
        var random = new Random(7);
        for (int i = 0; i < 25; i++) {
            assertLeads(lines(random), lines(random));
        }
    }

    private static String lines(Random random) {
        var text = new StringBuilder("first\n");
        for (int i = random.nextInt(30); i > 0; i--) {
            text.append((char) ('a' + random.nextInt(4))).append('\n');
        }
        return text.append(random.nextBoolean() ? "end" : "end\n").toString();
    }
}
