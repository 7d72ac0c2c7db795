package io.precinct.build;

import java.nio.file.Path;
import java.util.Set;

/**
 * A module of the checkout, as described by its pom.
 *
 * @param folder its folder, relative to the checkout, with {@code /} between names; empty for the root
 * @param artifact its artifact id
 * @param packaging {@code jar}, {@code pom} and the like
 * @param dependencies artifact ids of the modules that it depends on directly, in any scope, its parents' included
 * @param path its folder
 */
public record SourceModule(String folder, String artifact, String packaging, Set<String> dependencies, Path path) {
    /** The folder of build output. */
    public Path target() {
        return path.resolve("target");
    }

    /** Compiled main classes and resources. */
    public Path classes() {
        return target().resolve("classes");
    }

    /** Compiled test classes and resources. */
    public Path testClasses() {
        return target().resolve("test-classes");
    }

    /** Whether it is a bundle: bnd writes its manifest. */
    public boolean isBundle() {
        return path.resolve("bnd.bnd").toFile().isFile();
    }

    @Override
    public String toString() {
        return folder.isEmpty() ? artifact : folder;
    }
}
