package io.precinct.source.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.eclipse.jgit.util.FS.FileStoreAttributes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IsolatedGitSystemTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    /** What is measured is kept for the process, and so another one looks. */
    @Test
    void noFileSystemIsMeasured() throws Exception {
        Path out = folder.resolve("out");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Asking.class.getName(),
                        Files.createDirectory(folder.resolve("storage")).toString())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(out, StandardCharsets.UTF_8).strip())
                .endsWith(Duration.ofSeconds(2).toString());
    }

    /** Says how finely times are told in a folder. */
    static final class Asking {
        private Asking() {}

        public static void main(String[] arguments) {
            IsolatedGitSystem.install();
            // A measurement would be waited for, so that its outcome shows; nowhere is it two seconds to the
            // nanosecond.
            FileStoreAttributes.setBackground(false);
            System.out.println(FileStoreAttributes.get(Path.of(arguments[0])).getFsTimestampResolution());
        }
    }
}
