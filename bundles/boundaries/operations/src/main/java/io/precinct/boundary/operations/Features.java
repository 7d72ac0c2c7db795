package io.precinct.boundary.operations;

import io.precinct.core.api.launch.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** The features of the distribution and their bundles, which do not change at run time. Thread-safe. */
public final class Features {
    private static final String BASE = "framework";

    private final Container container;
    private final Map<String, Set<String>> read = new ConcurrentHashMap<>();

    /** Features of this container. */
    public Features(Container container) {
        this.container = container;
    }

    /** The enabled features, in order. */
    public List<String> names() {
        String names = container.property(Launch.FEATURES, BASE);
        return Arrays.stream(names.split(","))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    /**
     * Symbolic names of the bundles of a feature; the features above the framework are what they add to it.
     *
     * @throws IOException if the distribution cannot be read
     */
    public Set<String> bundles(String feature) throws IOException {
        Set<String> known = read.get(feature);
        if (known != null) {
            return known;
        }
        Set<String> bundles = listed(feature);
        if (!feature.equals(BASE)) {
            bundles.removeAll(listed(BASE));
        }
        read.put(feature, Set.copyOf(bundles));
        return Set.copyOf(bundles);
    }

    private Set<String> listed(String feature) throws IOException {
        String home = container.property(Launch.HOME);
        if (home == null) {
            throw new IOException("the framework property " + Launch.HOME + " is not set");
        }
        Set<String> names = new HashSet<>();
        for (String line : Files.readAllLines(Path.of(home, "features", feature + ".bundles"))) {
            String jar = line.strip();
            if (!jar.isEmpty() && !jar.startsWith("#")) {
                names.add(symbolicName(Path.of(home, "bundles", jar)));
            }
        }
        return names;
    }

    private static String symbolicName(Path file) throws IOException {
        try (var jar = new JarFile(file.toFile(), false)) {
            Manifest manifest = jar.getManifest();
            String name = manifest == null ? null : manifest.getMainAttributes().getValue("Bundle-SymbolicName");
            return name == null ? String.valueOf(file.getFileName()) : name.split(";", 2)[0].strip();
        }
    }
}
