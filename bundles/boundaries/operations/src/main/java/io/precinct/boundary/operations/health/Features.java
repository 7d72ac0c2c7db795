package io.precinct.boundary.operations.health;

import io.precinct.boundary.operations.Container;
import io.precinct.core.api.launch.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** Which bundles the distribution lists under which feature. Thread-safe; read anew each time, which is rare. */
final class Features {
    private static final String BASE = "framework";

    private final Container container;

    Features(Container container) {
        this.container = container;
    }

    /** The enabled features, in order. */
    List<String> names() {
        String names = container.property(Launch.FEATURES, BASE);
        return Arrays.stream(names.split(","))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    /**
     * Symbolic names of the bundles of a feature; the features above the framework are what they add to it.
     *
     * @throws IOException where the distribution cannot be read
     */
    Set<String> bundles(String feature) throws IOException {
        Set<String> bundles = listed(feature);
        if (!feature.equals(BASE)) {
            bundles.removeAll(listed(BASE));
        }
        return bundles;
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
