package io.precinct.dependencies.view;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that are the same as others at an instant, because producers say so. Whoever is the same as a twin of a
 * node is a twin of the node, too. Valid only during the transaction of its queries; not thread-safe.
 */
final class Twins {
    private final Said said;
    private @Nullable Boolean there;

    Twins(Said said) {
        this.said = said;
    }

    /** Whether anybody ever said that two nodes are the same; if not, nothing else is asked. */
    boolean isAny() {
        Boolean known = there;
        if (known == null) {
            known = said.tellsOfTwins();
            there = known;
        }
        return known;
    }

    /**
     * Returns the nodes that somebody says are the same as a node, for each of these nodes and of their twins.
     *
     * @param most about how many nodes are looked at
     */
    Map<Integer, List<Integer>> around(Collection<Integer> nodes, int most) {
        if (nodes.isEmpty() || !isAny()) {
            return Map.of();
        }
        return said.ofTwins()
                .bindArray("nodes", Integer.class, nodes)
                .bind("most", most)
                .reduceResultSet(new HashMap<>(), (all, row, _) -> {
                    all.computeIfAbsent(row.getInt(1), _ -> new ArrayList<>()).add(row.getInt(2));
                    return all;
                });
    }

    /** Returns these nodes with all that are the same, as far as {@link #around} tells. */
    static Set<Integer> closed(Collection<Integer> nodes, Map<Integer, List<Integer>> around) {
        Set<Integer> closed = new HashSet<>(nodes);
        Deque<Integer> open = new ArrayDeque<>(nodes);
        while (!open.isEmpty()) {
            for (Integer twin : around.getOrDefault(open.poll(), List.of())) {
                if (closed.add(twin)) {
                    open.add(twin);
                }
            }
        }
        return closed;
    }
}
