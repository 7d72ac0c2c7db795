package io.precinct.build.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Which of our classes a JVM and the JVMs that it started have loaded, from the class-loading logs that they write into
 * files named after their process ids.
 */
final class LoadedClasses {
    private static final String OURS = "io.precinct.";

    private final Path folder;
    private final String prefix;

    LoadedClasses(Path folder, String prefix) {
        this.folder = folder;
        this.prefix = prefix + "-";
    }

    /** The option that makes a JVM log loaded classes. */
    String option() {
        return "-Xlog:class+load=info:file=" + folder.resolve(prefix + "%p.log") + ":none:filecount=0";
    }

    /** The outermost classes loaded so far; the logs of ended processes are forgotten with this call. */
    Set<String> take() {
        Set<String> found = new TreeSet<>();
        for (Path file : files()) {
            String name = file.getFileName().toString();
            long pid = Long.parseLong(name.substring(prefix.length(), name.length() - ".log".length()));
            boolean ended = ProcessHandle.of(pid).isEmpty();
            // A killed process leaves half a line, and not always whole characters.
            try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
                lines.filter(line -> line.startsWith(OURS))
                        .map(LoadedClasses::outermost)
                        .forEach(found::add);
                if (ended) {
                    Files.delete(file);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return found;
    }

    /** Removes the remaining files. */
    void delete() {
        try {
            for (Path file : files()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<Path> files() {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(file -> file.getFileName().toString().startsWith(prefix))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String outermost(String line) {
        int end = 0;
        while (end < line.length() && " /$".indexOf(line.charAt(end)) < 0) {
            end++;
        }
        return line.substring(0, end);
    }
}
