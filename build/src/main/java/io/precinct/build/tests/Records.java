package io.precinct.build.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Knowledge about test classes from earlier runs, in {@code target/tests}: how long they took, which failed, and what
 * those loaded whose class path does not show it. Used by one thread at a time.
 */
public final class Records {
    /** For a class without a record. */
    private static final long USUAL_MILLIS = 1000;

    private final Path results;
    private final Path loaded;
    private final Map<String, String[]> known = new TreeMap<>();

    /** Reads the records below a checkout. */
    public Records(Path root) {
        results = root.resolve("target/tests/results.tsv");
        loaded = root.resolve("target/tests/loaded");
        try (var shipped = Records.class.getResourceAsStream("durations.tsv")) {
            if (shipped != null) {
                read(new String(shipped.readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .toList());
            }
            if (Files.exists(results)) {
                read(Files.readAllLines(results));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read(List<String> lines) {
        for (String line : lines) {
            String[] words = line.split("\t", -1);
            if (words.length == 3) {
                known.put(words[0], words);
            }
        }
    }

    /** How long a class may take, in milliseconds. */
    public synchronized long millis(String test) {
        String[] words = known.get(test);
        return words == null ? USUAL_MILLIS : Long.parseLong(words[1]);
    }

    /** Whether a class failed when it was last run. */
    public synchronized boolean failed(String test) {
        String[] words = known.get(test);
        return words != null && words[2].equals("failed");
    }

    /** The classes of the product that a test class loaded when it was last recorded; none if it never was. */
    public Optional<Set<String>> loaded(String test) {
        Path file = loaded.resolve(test + ".txt");
        try {
            return Files.exists(file) ? Optional.of(new TreeSet<>(Files.readAllLines(file))) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Notes the result of a class; {@link #save} writes it. */
    synchronized void add(ClassResult result) {
        known.put(
                result.name(),
                new String[] {result.name(), Long.toString(result.millis()), result.passed() ? "passed" : "failed"});
    }

    /** Notes what a class loaded. */
    void add(String test, Collection<String> classes) {
        try {
            Files.createDirectories(loaded);
            Files.write(loaded.resolve(test + ".txt"), classes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes the results. */
    synchronized void save() {
        try (Stream<String> lines = known.values().stream().map(words -> String.join("\t", words))) {
            Files.createDirectories(results.getParent());
            Path written = results.resolveSibling("results.tsv.new");
            Files.write(written, lines.toList());
            Files.move(written, results, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
