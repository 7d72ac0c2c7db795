package io.precinct.dependencies.api;

/**
 * States that a file of a repository defines what a node stands for, such as a {@code pom.xml} its Maven coordinates.
 *
 * @param name the name of the node as the file gives it, 1 to 300 characters
 * @param path the path of the file in the repository; empty if it is not kept
 * @since 1.2
 */
public record Definition(String name, String path) implements Comparable<Definition> {
    @Override
    public int compareTo(Definition other) {
        int byName = name.compareTo(other.name);
        return byName != 0 ? byName : path.compareTo(other.path);
    }
}
