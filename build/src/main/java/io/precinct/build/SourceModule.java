package io.precinct.build;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

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

    /** The folders of the jars of a module that makes several, by classifier; empty for others. */
    public Map<String, Path> namedJars() {
        return NamedJars.folders(path);
    }

    /** The names of the jars that the distribution may have of it. */
    public List<String> jars(String version) {
        return Stream.concat(Stream.of(""), namedJars().keySet().stream().map(classifier -> "-" + classifier))
                .map(end -> artifact + "-" + version + end + ".jar")
                .toList();
    }

    @Override
    public String toString() {
        return folder.isEmpty() ? artifact : folder;
    }
}
