package io.precinct.deploy.records;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which bundles of the distribution are disabled: their symbolic names, one per line, in {@code deployments/disabled}.
 * The launcher reads the same file and does not start them. Thread-safe.
 */
public final class DisabledBundles {
    private final Path file;
    private volatile Set<String> names;

    private DisabledBundles(Path file, Set<String> names) {
        this.file = file;
        this.names = names;
    }

    /** Reads what an earlier process wrote; if there is no file, nothing is disabled. */
    public static DisabledBundles open(Path file) throws IOException {
        Set<String> names = new TreeSet<>();
        if (Files.exists(file)) {
            Files.readAllLines(file).stream()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .forEach(names::add);
        }
        return new DisabledBundles(file, Set.copyOf(names));
    }

    public boolean contains(String bundle) {
        return names.contains(bundle);
    }

    /** Remembers that a bundle is disabled, or that it no longer is. */
    public synchronized void set(String bundle, boolean disabled) throws IOException {
        Set<String> next = new TreeSet<>(names);
        boolean changed = disabled ? next.add(bundle) : next.remove(bundle);
        if (!changed) {
            return;
        }
        String text = "# written by precinct disable and enable\n" + String.join("\n", next) + "\n";
        StoredFile.replace(file, text.getBytes(StandardCharsets.UTF_8));
        names = Set.copyOf(next);
    }
}
