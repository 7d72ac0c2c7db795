package io.precinct.dependencies.api;

/**
 * An edge between two nodes.
 *
 * @param from the node that depends on the other, or one of two that are the same, 1 to 300 characters
 * @param type {@code depends-on}, {@code client-of} or {@code same-as}
 * @param to the node that is depended on, different from {@code from}, 1 to 300 characters
 */
public record Edge(String from, String type, String to) implements Comparable<Edge> {
    @Override
    public int compareTo(Edge other) {
        int byFrom = from.compareTo(other.from);
        int byType = byFrom != 0 ? byFrom : type.compareTo(other.type);
        return byType != 0 ? byType : to.compareTo(other.to);
    }
}
