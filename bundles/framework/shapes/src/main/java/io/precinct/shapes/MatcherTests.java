package io.precinct.shapes;

import io.precinct.api.data.Data;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tests of the matchers. Loops run by index, because an iterator would be garbage on every request. */
final class MatcherTests {
    private MatcherTests() {}

    static Node.Test contains(@Nullable Object sought) {
        return value -> switch (value) {
            case String text -> sought instanceof String part && text.contains(part);
            case List<?> list -> sought instanceof List<?> all ? holdsAll(list, all) : holds(list, sought);
            case Map<?, ?> map -> sought instanceof String key && map.containsKey(key);
            case null, default -> false;
        };
    }

    private static boolean holdsAll(List<?> list, List<?> sought) {
        for (int i = 0; i < sought.size(); i++) {
            if (!holds(list, sought.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** True if an element of {@code list} equals {@code sought}. */
    static boolean holds(List<?> list, @Nullable Object sought) {
        for (int i = 0; i < list.size(); i++) {
            if (Data.equal(sought, list.get(i))) {
                return true;
            }
        }
        return false;
    }

    /** True if an element of {@code list} matches {@code node}. */
    static boolean someElement(List<?> list, Node node) {
        for (int i = 0; i < list.size(); i++) {
            if (node.test(list.get(i))) {
                return true;
            }
        }
        return false;
    }

    /** True if for each of {@code nodes} an element of {@code list} matches. */
    static boolean someElementForEach(List<?> list, List<Node> nodes) {
        for (int i = 0; i < nodes.size(); i++) {
            if (!someElement(list, nodes.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** True if {@code subject} matches one of {@code nodes}, or is a list with an element that does. */
    static boolean oneOfNodes(List<Node> nodes, @Nullable Object subject) {
        for (int i = 0; i < nodes.size(); i++) {
            Node node = nodes.get(i);
            if (subject instanceof List<?> list ? someElement(list, node) : node.test(subject)) {
                return true;
            }
        }
        return false;
    }

    /** True if {@code subject} is one of {@code alternatives}, or is a list that contains one of them. */
    static boolean oneOf(List<?> alternatives, @Nullable Object subject) {
        if (!(subject instanceof List<?> list)) {
            return holds(alternatives, subject);
        }
        for (int i = 0; i < list.size(); i++) {
            if (holds(alternatives, list.get(i))) {
                return true;
            }
        }
        return false;
    }

    static boolean hasAll(Map<?, ?> map, List<String> keys) {
        for (int i = 0; i < keys.size(); i++) {
            if (!map.containsKey(keys.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** The number of elements of a list, members of a map or code points of a string; -1 for other values. */
    static int size(@Nullable Object value) {
        return switch (value) {
            case String text -> text.codePointCount(0, text.length());
            case Collection<?> list -> list.size();
            case Map<?, ?> map -> map.size();
            case null, default -> -1;
        };
    }

    static boolean empty(@Nullable Object value) {
        return switch (value) {
            case null -> true;
            case String text -> text.isEmpty();
            case Collection<?> list -> list.isEmpty();
            case Map<?, ?> map -> map.isEmpty();
            default -> false;
        };
    }
}
