package io.precinct.build.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Knowledge about test classes from earlier runs, in {@code target/tests}: how long they took, which failed, and what
 * those loaded whose class path does not show it. Of a class that never ran here it knows what {@link #ship} has put
 * into {@code build/records}, which is part of the repository. Used by one thread at a time.
 */
public final class Records {
    /** For a class without a record. */
    private static final long USUAL_MILLIS = 1000;

    /** The outcome of a class that has not run here: what it was elsewhere says nothing about this checkout. */
    private static final String ELSEWHERE = "-";

    private static final String DURATIONS = "durations.tsv";
    private static final String MODULES = "modules.tsv";

    private final Path shipped;
    private final Path results;
    private final Path loaded;
    private final Map<String, Known> known = new TreeMap<>();
    private final Map<String, Set<String>> modules = new TreeMap<>();

    /**
     * The last run of a class.
     *
     * @param millis how long it took
     * @param outcome {@code passed} or {@code failed}; {@value #ELSEWHERE} if it ran in another checkout
     * @param cpuMillis the processor time it used; 0 if unknown
     */
    private record Known(long millis, String outcome, long cpuMillis) {}

    /** Reads the records below a checkout. */
    public Records(Path root) {
        shipped = root.resolve("build/records");
        results = root.resolve("target/tests/results.tsv");
        loaded = root.resolve("target/tests/loaded");
        lines(shipped.resolve(DURATIONS)).forEach(this::readResult);
        lines(shipped.resolve(MODULES)).forEach(line -> {
            String[] words = line.split("\t", -1);
            modules.put(words[0], new TreeSet<>(List.of(words[1].split(","))));
        });
        lines(results).forEach(this::readResult);
    }

    private static List<String> lines(Path file) {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void readResult(String line) {
        String[] words = line.split("\t", -1);
        if (words.length >= 3) {
            long cpuMillis = words.length > 3 ? Long.parseLong(words[3]) : 0;
            known.put(words[0], new Known(Long.parseLong(words[1]), words[2], cpuMillis));
        }
    }

    /** How long a class may take, in milliseconds. */
    public synchronized long millis(String test) {
        Known last = known.get(test);
        return last == null ? USUAL_MILLIS : last.millis();
    }

    /** Whether a class failed when it was last run. */
    public synchronized boolean failed(String test) {
        Known last = known.get(test);
        return last != null && last.outcome().equals("failed");
    }

    /** The classes of the product that a test class loaded when it was last recorded here; none if it never was. */
    public Optional<Set<String>> loaded(String test) {
        Path file = loaded.resolve(test + ".txt");
        try {
            return Files.exists(file) ? Optional.of(new TreeSet<>(Files.readAllLines(file))) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The modules of which a test class loads classes, by artifact id, as shipped with the sources; none if unknown. */
    public Optional<Set<String>> modules(String test) {
        return Optional.ofNullable(modules.get(test));
    }

    /** Notes the result of a class; {@link #save} writes it. */
    synchronized void add(ClassResult result) {
        known.put(result.name(), new Known(result.millis(), result.passed() ? "passed" : "failed", result.cpuMillis()));
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
        List<String> lines = new ArrayList<>();
        known.forEach((name, last) -> lines.add(line(name, last)));
        write(results, lines);
    }

    private static String line(String name, Known last) {
        return String.join("\t", name, Long.toString(last.millis()), last.outcome(), Long.toString(last.cpuMillis()));
    }

    /**
     * Writes what is known of these classes where a checkout that has run nothing yet reads it.
     *
     * @param tests names of test classes; others are left out, so that removed classes go
     * @param artifactOf the artifact id of the module that has the source of a class; empty for other classes
     */
    public void ship(Set<String> tests, Function<String, String> artifactOf) {
        List<String> durations = new ArrayList<>();
        List<String> used = new ArrayList<>();
        for (String test : new TreeSet<>(tests)) {
            Known last = known.get(test);
            if (last != null) {
                durations.add(line(test, new Known(last.millis(), ELSEWHERE, last.cpuMillis())));
            }
            Set<String> artifacts = loaded(test)
                    .map(classes -> classes.stream()
                            .map(artifactOf)
                            .filter(artifact -> !artifact.isEmpty())
                            .collect(Collectors.toCollection(TreeSet::new)))
                    .map(found -> (Set<String>) found)
                    .or(() -> modules(test))
                    .orElse(Set.of());
            if (!artifacts.isEmpty()) {
                used.add(test + "\t" + String.join(",", artifacts));
            }
        }
        write(shipped.resolve(DURATIONS), durations);
        write(shipped.resolve(MODULES), used);
    }

    private static void write(Path file, List<String> lines) {
        try {
            Files.createDirectories(file.getParent());
            Path written = file.resolveSibling(file.getFileName() + ".new");
            Files.write(written, lines);
            Files.move(written, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
