package io.precinct.source.facts.extraction;

import io.precinct.source.facts.extraction.Engine.Stopped;
import io.precinct.source.facts.extraction.FileFacts.Declaration;
import io.precinct.treesitter.CurrentMatch;
import io.precinct.treesitter.Cursor;
import io.precinct.treesitter.Node;
import io.precinct.treesitter.Query;
import io.precinct.treesitter.Tree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The declarations of a file, and scopes that enclose declarations without being one. If several patterns capture the
 * same name, the first in the query counts. Immutable once found.
 */
final class Declarations {
    private static final String DEFINITION = "definition.";
    private static final int SMALL = 256 * 1024;

    private final List<Declared> all;

    private Declarations(List<Declared> all) {
        this.all = all;
    }

    /**
     * Something with a name.
     *
     * @param kind null for a scope
     * @param start of the whole, with what wraps it
     * @param container of the whole path, or null at the top
     */
    record Declared(
            int pattern,
            @Nullable String kind,
            String name,
            int nameStart,
            int nameEnd,
            int start,
            int end,
            @Nullable String container) {
        String path() {
            return FileFacts.path(container, name);
        }

        /** An order. */
        static int outerFirst(Declared one, Declared other) {
            if (one.start != other.start) {
                return Integer.compare(one.start, other.start);
            }
            return one.end != other.end
                    ? Integer.compare(other.end, one.end)
                    : Integer.compare(one.nameStart, other.nameStart);
        }

        /** Distinguishes declarations by the range of their name. */
        long key() {
            return (long) nameStart << 32 | nameEnd;
        }

        /** The same with this many more bytes before it in the text. */
        Declared moved(int by) {
            return new Declared(pattern, kind, name, nameStart + by, nameEnd + by, start + by, end + by, container);
        }

        /** The same with an earlier end, if it swallowed the text behind it. */
        Declared until(int other) {
            return new Declared(pattern, kind, name, nameStart, nameEnd, start, other, container);
        }

        /** The same with an earlier start. */
        Declared from(int other) {
            return new Declared(pattern, kind, name, nameStart, nameEnd, other, end, container);
        }

        private boolean hasRangeOf(Declared other) {
            return start == other.start && end == other.end;
        }

        private Declared within(@Nullable String enclosing) {
            if (enclosing == null) {
                return this;
            }
            String whole = container == null ? enclosing : FileFacts.path(enclosing, container);
            return new Declared(pattern, kind, name, nameStart, nameEnd, start, end, whole);
        }
    }

    /**
     * Finds declarations, each name once, without their containers and in any order.
     *
     * @param query with {@code @definition.<kind>}, {@code @name}, {@code @name.end}, {@code @scope},
     *     {@code @container}
     * @throws Stopped if {@code cancelled} returned true
     */
    static List<Declared> raw(Query query, Tree tree, Node root, Cursor cursor, BooleanSupplier cancelled)
            throws Stopped {
        var collector = new Collector(query, tree);
        var outcome = cursor.run(query, root, limits(tree, cancelled), collector::match);
        if (outcome.cancelled()) {
            throw new Stopped("timeout");
        }
        return collector.found();
    }

    /** The found declarations, each with its container. */
    static Declarations of(List<Declared> found) {
        return new Declarations(nest(new ArrayList<>(found)));
    }

    /** Without a check for cancellation in a small file: the search is over before anybody could cancel it. */
    private static Cursor.Limits limits(Tree tree, BooleanSupplier cancelled) {
        return tree.length() <= SMALL
                ? Cursor.Limits.matches(Integer.MAX_VALUE)
                : new Cursor.Limits(Integer.MAX_VALUE, cancelled);
    }

    /**
     * The found declarations, each with its container.
     *
     * @param widened gives each its range
     */
    static Declarations of(List<Declared> found, UnaryOperator<Declared> widened) {
        var all = new ArrayList<Declared>(found.size());
        found.forEach(each -> all.add(widened.apply(each)));
        return new Declarations(nest(all));
    }

    /** The declarations without the scopes. */
    List<Declaration> symbols() {
        var symbols = new ArrayList<Declaration>(all.size());
        for (Declared each : all) {
            if (each.kind() != null) {
                symbols.add(new Declaration(each.kind(), each.name(), each.container(), each.start(), each.end()));
            }
        }
        return symbols;
    }

    /** The innermost declaration that contains a range and is larger than it. */
    @Nullable
    Declared around(int start, int end) {
        Declared innermost = null;
        for (Declared each : all) {
            if (each.start() > start) {
                break;
            }
            if (each.end() >= end && (each.start() < start || each.end() > end)) {
                innermost = each;
            }
        }
        return innermost;
    }

    /**
     * The declaration that a node makes: the node contains its name and lies within it, or is it with nothing but
     * punctuation around.
     *
     * @param isPunctuation whether the text between two offsets is only punctuation
     */
    @Nullable
    Declared of(int start, int end, RangeTest isPunctuation) {
        Declared found = null;
        Declared first = null;
        int last = -1;
        for (Declared each : all) {
            if (each.start() >= end) {
                break;
            }
            if (each.start() <= start && each.end() >= end) {
                if (each.nameStart() >= start && each.nameEnd() <= end && (found == null || !each.hasRangeOf(found))) {
                    found = each;
                }
            } else if (each.start() >= start && each.end() <= end && each.start() >= last) {
                first = first == null ? each : first;
                last = each.end();
            }
        }
        if (found == null && first != null && isPunctuation.test(last, end)) {
            return first;
        }
        return found;
    }

    /** Whether a declaration has its name in a range and contains all of the range. */
    boolean named(int start, int end) {
        for (Declared each : all) {
            if (each.start() > start) {
                return false;
            }
            if (each.end() >= end && each.nameStart() >= start && each.nameEnd() <= end) {
                return true;
            }
        }
        return false;
    }

    /** The start of the first name among the declarations with the same range. */
    int firstName(Declared one) {
        int first = one.nameStart();
        for (Declared each : all) {
            if (each.start() > one.start()) {
                break;
            }
            if (each.hasRangeOf(one)) {
                first = Math.min(first, each.nameStart());
            }
        }
        return first;
    }

    /** Tests a range of the text. */
    interface RangeTest {
        boolean test(int start, int end);
    }

    /** Gives each its container, from the outermost inwards. */
    private static List<Declared> nest(List<Declared> found) {
        found.sort(Declared::outerFirst);
        var nested = new ArrayList<Declared>(found.size());
        var open = new ArrayList<Declared>();
        for (Declared each : found) {
            while (!open.isEmpty() && open.getLast().end() < each.end()) {
                open.removeLast();
            }
            while (!open.isEmpty() && open.getLast().end() <= each.start()) {
                open.removeLast();
            }
            Declared parent = parent(open, each);
            Declared whole = each.within(parent == null ? null : parent.path());
            nested.add(whole);
            open.add(whole);
        }
        return nested;
    }

    /**
     * The parent of a declaration. If several names are declared by one range, it is the one whose name comes last
     * before.
     */
    private static @Nullable Declared parent(List<Declared> open, Declared each) {
        int i = open.size() - 1;
        while (i >= 0 && open.get(i).hasRangeOf(each)) {
            i--;
        }
        if (i < 0) {
            return null;
        }
        while (i > 0 && open.get(i - 1).hasRangeOf(open.get(i)) && open.get(i).nameStart() > each.start()) {
            i--;
        }
        return open.get(i);
    }

    /** Takes the declarations out of matches. */
    private static final class Collector {
        private final Tree tree;
        private final int name;
        private final int nameEnd;
        private final int container;
        private final int scope;
        private final @Nullable String[] kinds;
        private final List<Declared> found = new ArrayList<>();

        Collector(Query query, Tree tree) {
            this.tree = tree;
            name = query.captureId("name");
            nameEnd = query.captureId("name.end");
            container = query.captureId("container");
            scope = query.captureId("scope");
            kinds = new String[query.captureCount()];
            for (int i = 0; i < kinds.length; i++) {
                String capture = query.captureName(i);
                if (capture.startsWith(DEFINITION)) {
                    kinds[i] = capture.substring(DEFINITION.length()).intern();
                }
            }
        }

        boolean match(CurrentMatch match) {
            int named = -1;
            int last = -1;
            int whole = -1;
            String within = null;
            for (int i = 0; i < match.size(); i++) {
                int id = match.captureId(i);
                if (id == name) {
                    named = named < 0 ? i : named;
                } else if (id == nameEnd) {
                    last = i;
                } else if (id == container) {
                    within = append(within, tree.text(match.startByte(i), match.endByte(i)));
                } else if (kinds[id] != null || id == scope) {
                    whole = whole < 0 ? i : whole;
                }
            }
            if (named >= 0 && whole >= 0 && match.endByte(named) > match.startByte(named)) {
                int from = match.startByte(named);
                int to = Math.max(match.endByte(named), last < 0 ? 0 : match.endByte(last));
                found.add(new Declared(
                        match.pattern(),
                        kinds[match.captureId(whole)],
                        tree.text(from, to),
                        from,
                        to,
                        match.startByte(whole),
                        match.endByte(whole),
                        within));
            }
            return true;
        }

        private static String append(@Nullable String within, String more) {
            return within == null ? more : within + "/" + more;
        }

        /** The found declarations, each name once, in any order. */
        List<Declared> found() {
            Map<Long, Declared> byName = HashMap.newHashMap(found.size());
            for (Declared each : found) {
                byName.merge(each.key(), each, (one, other) -> one.pattern() <= other.pattern() ? one : other);
            }
            return byName.size() == found.size() ? found : new ArrayList<>(byName.values());
        }
    }
}
