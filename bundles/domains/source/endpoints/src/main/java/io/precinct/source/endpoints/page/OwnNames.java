package io.precinct.source.endpoints.page;

import io.precinct.source.api.Item;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The declarations of a file by their names. Its lines are asked about in order. For a single use; not thread-safe.
 *
 * @param byName the declarations of each name, in the order of the file
 * @param first the first line that is asked about
 */
record OwnNames(Map<String, List<Own>> byName, int first) {
    /** Declarations of a name among which the one that is meant is looked for; with more, all of them are meant. */
    private static final int MOST = 20;

    private static final Comparator<Item> OUTER_FIRST = Comparator.comparing(
                    (Item item) -> item.start().offset())
            .thenComparing(item -> -item.end().offset());

    /** A declaration, and the lines in which its name is known without another one. */
    static final class Own {
        private final int line;
        private final int last;
        private final int scopeFirst;
        private final int scopeLast;
        private boolean met;

        private Own(Item item, @Nullable Item around) {
            line = item.start().line();
            last = item.end().line();
            scopeFirst = around == null ? 1 : around.start().line();
            scopeLast = around == null ? Integer.MAX_VALUE : around.end().line();
        }

        private boolean isKnownAt(int asked) {
            return scopeFirst <= asked && asked <= scopeLast;
        }

        private int scope() {
            return scopeLast - scopeFirst;
        }
    }

    /** The names of these declarations. */
    static OwnNames of(List<Item> declarations, int first) {
        Map<String, List<Own>> byName = new HashMap<>();
        Deque<Item> around = new ArrayDeque<>();
        for (Item item : declarations.stream().sorted(OUTER_FIRST).toList()) {
            while (!around.isEmpty() && !isWithin(item, around.element())) {
                around.remove();
            }
            if (item.name() != null) {
                byName.computeIfAbsent(item.name(), _ -> new ArrayList<>()).add(new Own(item, around.peek()));
            }
            around.push(item);
        }
        return new OwnNames(byName, first);
    }

    /** Of declarations that begin before. One that declares several names is not within itself. */
    private static boolean isWithin(Item inner, Item outer) {
        return inner.end().offset() <= outer.end().offset()
                && (inner.start().offset() > outer.start().offset()
                        || inner.end().offset() < outer.end().offset());
    }

    boolean has(String name) {
        return byName.containsKey(name);
    }

    /** Whether a name at a line is that of a declaration which begins there or before: the first one in it. */
    boolean declares(String name, int line) {
        List<Own> own = byName.getOrDefault(name, List.of());
        for (int i = own.size() <= MOST ? own.size() - 1 : -1; i >= 0; i--) {
            Own each = own.get(i);
            if (!each.met && each.line >= first && each.line <= line && line <= each.last) {
                each.met = true;
                return true;
            }
        }
        return false;
    }

    /**
     * The line of the declaration that a name at a line means: that of the innermost scope around it, else the only one
     * of the file.
     *
     * @return 0 if it may be one of several, null if the file declares none
     */
    @Nullable
    Integer line(String name, int line) {
        List<Own> own = byName.get(name);
        if (own == null) {
            return null;
        }
        if (own.size() == 1) {
            return own.getFirst().line;
        }
        int innermost = Integer.MAX_VALUE;
        int found = 0;
        for (Own each : own.size() <= MOST ? own : List.<Own>of()) {
            if (each.isKnownAt(line) && each.scope() <= innermost) {
                found = each.scope() == innermost ? 0 : each.line;
                innermost = each.scope();
            }
        }
        return found;
    }
}
