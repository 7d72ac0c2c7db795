package io.precinct.core.route;

import io.precinct.common.spelling.EditDistance;
import io.precinct.common.uri.PercentCoding;
import io.precinct.core.route.PathPattern.Segment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the route of a method and path in a tree of decoded segments; static segments win over variables, and variables
 * over the rest of a path. Immutable once built. A route is identified by its index, so that a table can be reused when
 * only the chains of its routes change.
 */
public final class RouteTable {
    private final Node root = new Node();

    /** A node of the tree: the segments and routes that can follow a prefix of a path. */
    private static final class Node {
        final Map<String, Node> statics = new HashMap<>();

        @Nullable
        Node variable;

        final Map<String, Leaf> leaves = new TreeMap<>();
        final Map<String, Leaf> rests = new TreeMap<>();
    }

    /** Where a route ends: its index, and its variables in the order of the path. */
    private record Leaf(int index, List<String> variables, String pattern) {}

    /** The result of a look-up. */
    public sealed interface Found {
        /**
         * A route.
         *
         * @param index its index in the table
         * @param names names of its variables
         * @param values values of its variables, decoded, in the same order
         */
        record Route(int index, List<String> names, List<String> values) implements Found {}

        /** The path has routes, but only for these methods: upper case, sorted. */
        record OtherMethods(List<String> methods) implements Found {}

        /** There is no route for the path; {@code nearest} is a similar pattern, or null. */
        record Nothing(@Nullable String nearest) implements Found {}

        /** The path is not well encoded; the reason is a sentence for clients. */
        record Unreadable(String reason) implements Found {}
    }

    /**
     * Adds a route. Only for building: must not be called once other threads use the table.
     *
     * @return the index of a route of the same method and shape that is there already, or null once added
     */
    public @Nullable Integer add(String method, PathPattern pattern, int index) {
        Node node = root;
        var variables = new ArrayList<String>();
        boolean rest = false;
        for (Segment segment : pattern.segments()) {
            switch (segment) {
                case Segment.Static s -> node = node.statics.computeIfAbsent(s.text(), k -> new Node());
                case Segment.Variable v -> {
                    variables.add(v.name());
                    node.variable = node.variable == null ? new Node() : node.variable;
                    node = node.variable;
                }
                case Segment.Rest r -> {
                    variables.add(r.name());
                    rest = true;
                }
            }
        }
        Map<String, Leaf> leaves = rest ? node.rests : node.leaves;
        Leaf before = leaves.putIfAbsent(method, new Leaf(index, List.copyOf(variables), pattern.text()));
        return before == null ? null : before.index();
    }

    /**
     * Looks up a path.
     *
     * @param method lower case
     * @param rawPath percent-encoded, beginning with /
     */
    // @req:route-variables
    public Found find(String method, String rawPath) {
        String[] segments;
        try {
            segments = split(rawPath);
        } catch (PercentCoding.Malformed e) {
            return new Found.Unreadable("the path has " + e.getMessage());
        }
        Search search = search(method, segments);
        Leaf leaf = search.found;
        if (leaf != null) {
            return new Found.Route(
                    leaf.index(),
                    leaf.variables(),
                    search.values(leaf.variables().size()));
        }
        return search.methods.isEmpty()
                ? new Found.Nothing(NearestRoute.of(search.deepest, search.matched(), segments))
                : new Found.OtherMethods(List.copyOf(search.methods));
    }

    /**
     * The indices of the routes that concern a request: the route that answers it, else the routes that answer its path
     * with another method. In contrast to {@link #find}, a path without a route costs no search for a hint.
     *
     * @param method lower case
     * @param rawPath percent-encoded, beginning with /
     * @throws PercentCoding.Malformed if a segment is not well encoded
     */
    public List<Integer> concerned(String method, String rawPath) {
        String[] segments = split(rawPath);
        Search search = search(method, segments);
        if (search.found != null) {
            return List.of(search.found.index());
        }
        var others = new ArrayList<Integer>();
        for (String other : search.methods) {
            Leaf there = search(other.toLowerCase(Locale.ROOT), segments).found;
            if (there != null) {
                others.add(there.index());
            }
        }
        return others;
    }

    /** Searches for the route of a method; if HEAD has no route, searches for the route of GET. */
    private Search search(String method, String[] segments) {
        var search = new Search(method, segments, root);
        return search.found == null && method.equals("head") ? new Search("get", segments, root) : search;
    }

    private static String[] split(String rawPath) {
        int count = 0;
        for (int i = 0; i < rawPath.length(); i++) {
            if (rawPath.charAt(i) == '/') {
                count++;
            }
        }
        String[] segments = new String[Math.max(count, 1)];
        int from = rawPath.startsWith("/") ? 1 : 0;
        for (int i = 0; i < segments.length; i++) {
            int to = rawPath.indexOf('/', from);
            to = to < 0 ? rawPath.length() : to;
            try {
                segments[i] = PercentCoding.decode(rawPath.substring(from, to));
            } catch (PercentCoding.Malformed inSegment) {
                throw inSegment.after(from);
            }
            from = to + 1;
        }
        return segments;
    }

    /** One walk down the tree, backtracking from static to variable to rest. */
    private static final class Search {
        private final String method;
        private final String[] segments;
        private final String[] values;
        private int bound;
        private int deepestAt = -1;

        @Nullable
        Node deepest;

        final TreeSet<String> methods = new TreeSet<>();

        final @Nullable Leaf found;

        Search(String method, String[] segments, Node root) {
            this.method = method;
            this.segments = segments;
            this.values = new String[segments.length];
            this.found = descend(root, 0);
        }

        private @Nullable Leaf descend(Node node, int at) {
            if (at > deepestAt) {
                deepestAt = at;
                deepest = node;
            }
            if (at == segments.length) {
                return leaf(node.leaves);
            }
            Node fixed = node.statics.get(segments[at]);
            Leaf leaf = fixed == null ? null : descend(fixed, at + 1);
            if (leaf == null && node.variable != null && !segments[at].isEmpty()) {
                values[bound++] = segments[at];
                leaf = descend(node.variable, at + 1);
                bound -= leaf == null ? 1 : 0;
            }
            if (leaf == null && !node.rests.isEmpty() && !segments[at].isEmpty()) {
                leaf = leaf(node.rests);
                if (leaf != null) {
                    values[bound++] = rest(at);
                }
            }
            return leaf;
        }

        private @Nullable Leaf leaf(Map<String, Leaf> leaves) {
            Leaf leaf = leaves.get(method);
            if (leaf == null) {
                leaves.keySet().forEach(other -> methods.add(other.toUpperCase(Locale.ROOT)));
            }
            return leaf;
        }

        private String rest(int at) {
            var rest = new StringBuilder(segments[at]);
            for (int i = at + 1; i < segments.length; i++) {
                rest.append('/').append(segments[i]);
            }
            return rest.toString();
        }

        List<String> values(int count) {
            return List.of(Arrays.copyOf(values, count));
        }

        /** Number of segments that lead to the deepest node. */
        int matched() {
            return deepestAt;
        }
    }

    /**
     * The hint for a path without a route, taken from the children of the deepest node that the search reached: the one
     * spelled most like the path, or, if at least one segment matched, any pattern below that node.
     */
    private static final class NearestRoute {
        private static final int MOST_CHILDREN = 256;
        private static final int LONGEST = 64;

        private NearestRoute() {}

        /**
         * The hint, or null.
         *
         * @param matched how many of the segments lead to the node
         */
        static @Nullable String of(@Nullable Node node, int matched, String[] segments) {
            if (node == null) {
                return null;
            }
            if (matched == segments.length) {
                return anyPattern(node, 0); // the path lacks its end, for example the last variable
            }
            String wanted = segments[matched];
            String best = null;
            int closest = 3;
            int seen = 0;
            for (Map.Entry<String, Node> child : node.statics.entrySet()) {
                if (seen++ == MOST_CHILDREN) {
                    break;
                }
                int distance = wanted.length() > LONGEST ? LONGEST : EditDistance.between(wanted, child.getKey());
                String pattern = distance < closest || distance == 0 ? anyPattern(child.getValue(), 0) : null;
                if (pattern != null) {
                    closest = distance;
                    best = pattern;
                }
            }
            return best == null && matched > 0 ? anyPattern(node, 0) : best;
        }

        private static @Nullable String anyPattern(Node node, int depth) {
            for (Map<String, Leaf> leaves : List.of(node.leaves, node.rests)) {
                if (!leaves.isEmpty()) {
                    return leaves.values().iterator().next().pattern();
                }
            }
            if (depth > 16) {
                return null;
            }
            if (node.variable != null) {
                return anyPattern(node.variable, depth + 1);
            }
            var children = node.statics.values().iterator();
            return children.hasNext() ? anyPattern(children.next(), depth + 1) : null;
        }
    }
}
