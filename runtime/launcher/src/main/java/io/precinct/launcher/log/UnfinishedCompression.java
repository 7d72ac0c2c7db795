package io.precinct.launcher.log;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.slf4j.LoggerFactory;

/**
 * Compresses rolled log files that an earlier process left uncompressed because it ended meanwhile. Logback ignores
 * such files, so they would stay for ever and not count for the bound on all files.
 */
final class UnfinishedCompression {
    private static final Pattern ROLLED = Pattern.compile(".+\\.\\d{4}-\\d\\d-\\d\\d\\.\\d+\\.log");

    private UnfinishedCompression() {}

    /** Compresses the files of {@code folder} in the background. */
    static void finish(Path folder) {
        List<Path> plain;
        try (var files = Files.list(folder)) {
            plain = files.filter(file ->
                            ROLLED.matcher(file.getFileName().toString()).matches())
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            return; // a folder that cannot be listed is reported when it is written to
        }
        if (!plain.isEmpty()) {
            Thread.ofPlatform()
                    .daemon()
                    .name("precinct-log-compression")
                    .start(() -> plain.forEach(UnfinishedCompression::compress));
        }
    }

    private static void compress(Path plain) {
        Path unfinished = plain.resolveSibling(plain.getFileName() + ".gz.new");
        try {
            try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(unfinished))) {
                Files.copy(plain, out);
            }
            Files.move(
                    unfinished,
                    plain.resolveSibling(plain.getFileName() + ".gz"),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
            Files.delete(plain);
        } catch (IOException e) {
            LoggerFactory.getLogger(UnfinishedCompression.class).warn("cannot compress {}", plain, e);
        }
    }
}
