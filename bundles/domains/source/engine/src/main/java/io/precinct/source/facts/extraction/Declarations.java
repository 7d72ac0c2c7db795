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

    /** Outer ones first. */
    private final List<Declared> all;

    private final RangeEnds ends;

    /** @param all in the order {@link Declared#outerFirst}, with their containers */
    Declarations(List<Declared> all) {
        this.all = all;
        this.ends = new RangeEnds(all.stream().mapToInt(Declared::end).toArray());
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
            return hasRange(other.start, other.end);
        }

        private boolean hasRange(int from, int to) {
            return start == from && end == to;
        }

        private boolean isNamedWithin(int from, int to) {
            return nameStart >= from && nameEnd <= to;
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
     * What a query finds.
     *
     * @param declared each name once, without their containers and in any order
     * @param misleading what misled the parser
     */
    record Raw(List<Declared> declared, List<Misleading> misleading) {
        static final Raw NOTHING = new Raw(List.of(), List.of());

        /** The text without what misled the parser: spaces stand there, so that all offsets stay the same. */
        byte[] without(byte[] utf8) {
            byte[] text = utf8.clone();
            misleading.forEach(each -> each.hide(text));
            return text;
        }
    }

    /** A range of the text, not empty, that misled the parser: the tree around it cannot be right. */
    record Misleading(int start, int end) {
        /** Puts spaces in its place, but keeps line breaks and, for their annotations, the comments of C and its kin. */
        private void hide(byte[] text) {
            int at = start;
            while (at < end) {
                if (startsWith(text, at, "//")) {
                    at = behind(text, at, "\n");
                } else if (startsWith(text, at, "/*")) {
                    at = behind(text, at, "*/");
                } else {
                    int next = text[at] == '"' ? behindString(text, at) : at + 1;
                    for (; at < next; at++) {
                        text[at] = text[at] == '\n' ? text[at] : (byte) ' ';
                    }
                }
            }
        }

        private int behindString(byte[] text, int from) {
            int at = from + 1;
            while (at < end && text[at] != '"') {
                at += text[at] == '\\' ? 2 : 1;
            }
            return Math.min(end, at + 1);
        }

        private int behind(byte[] text, int from, String what) {
            int at = from + 2;
            while (at < end && !startsWith(text, at, what)) {
                at++;
            }
            return Math.min(end, at + what.length());
        }

        private boolean startsWith(byte[] text, int at, String what) {
            return at + what.length() <= end
                    && text[at] == what.charAt(0)
                    && (what.length() == 1 || text[at + 1] == what.charAt(1));
        }
    }

    /**
     * Finds declarations.
     *
     * @param query with {@code @definition.<kind>}, {@code @name}, {@code @name.end}, {@code @scope},
     *     {@code @container}, {@code @misleading}
     * @throws Stopped if {@code cancelled} returned true
     */
    static Raw raw(Query query, Tree tree, Node root, Cursor cursor, BooleanSupplier cancelled) throws Stopped {
        var collector = new Collector(query, tree);
        var outcome = cursor.run(query, root, limits(tree, cancelled), collector::match);
        if (outcome.cancelled()) {
            throw new Stopped("timeout");
        }
        return new Raw(collector.found(), collector.misleading);
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

    /** The declarations and the scopes. */
    List<Declared> all() {
        return all;
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
        int innermost = containing(first(start + 1), end);
        if (innermost >= 0 && all.get(innermost).hasRange(start, end)) {
            innermost = containing(first(start, end), end);
        }
        return innermost < 0 ? null : all.get(innermost);
    }

    /**
     * The declaration that a node makes: the node contains its name and lies within it, or is it with nothing but
     * punctuation around.
     *
     * @param isPunctuation whether the text between two offsets is only punctuation
     */
    @Nullable
    Declared of(int start, int end, RangeTest isPunctuation) {
        Declared found = named(first(start + 1), start, end);
        if (found != null) {
            // Of several names that are declared by one range, the first counts.
            int i = first(found.start(), found.end());
            while (!all.get(i).isNamedWithin(start, end)) {
                i++;
            }
            return all.get(i);
        }
        Declared first = null;
        int last = start;
        for (int i = first(start); i < all.size() && all.get(i).start() < end; ) {
            Declared each = all.get(i);
            boolean within = each.end() <= end && !each.hasRange(start, end);
            if (within) {
                first = first == null ? each : first;
                last = each.end();
            }
            // What lies within it is passed over.
            i = within ? Math.max(i + 1, first(last)) : i + 1;
        }
        return first != null && isPunctuation.test(last, end) ? first : null;
    }

    /** Whether a declaration has its name in a range and contains all of the range. */
    boolean named(int start, int end) {
        return named(first(start + 1), start, end) != null;
    }

    /** The last declaration before a position in the list that contains a range and has its name in it. */
    private @Nullable Declared named(int before, int start, int end) {
        for (int i = containing(before, end); i >= 0; i = containing(i, end)) {
            if (all.get(i).isNamedWithin(start, end)) {
                return all.get(i);
            }
        }
        return null;
    }

    /** The start of the first name among the declarations with the same range. */
    int firstName(Declared one) {
        return all.get(first(one.start(), one.end())).nameStart();
    }

    /** The position of the last declaration before a position in the list that does not end before an offset, or -1. */
    private int containing(int before, int end) {
        return ends.lastReaching(before, end);
    }

    /** The position of the first declaration that begins at an offset or behind it. */
    private int first(int start) {
        return first(start, Integer.MAX_VALUE);
    }

    /** The position of the first declaration with a range, or where it would stand. */
    private int first(int start, int end) {
        int low = 0;
        int high = all.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            Declared each = all.get(middle);
            if (each.start() < start || (each.start() == start && each.end() > end)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Tests a range of the text. */
    interface RangeTest {
        boolean test(int start, int end);
    }

    /** Gives each its container, from the outermost inwards. */
    private static List<Declared> nest(List<Declared> found) {
        found.sort(Declared::outerFirst);
        var nested = new ArrayList<Declared>(found.size());
        // Around the current one; those that one range declares are together.
        var open = new ArrayList<List<Declared>>();
        for (Declared each : found) {
            while (!open.isEmpty() && open.getLast().getFirst().end() < each.end()) {
                open.removeLast();
            }
            while (!open.isEmpty() && open.getLast().getFirst().end() <= each.start()) {
                open.removeLast();
            }
            boolean same = !open.isEmpty() && open.getLast().getFirst().hasRangeOf(each);
            int outer = open.size() - (same ? 2 : 1);
            Declared parent = outer < 0 ? null : lastBefore(open.get(outer), each.start());
            Declared whole = each.within(parent == null ? null : parent.path());
            nested.add(whole);
            if (same) {
                open.getLast().add(whole);
            } else {
                open.add(new ArrayList<>(List.of(whole)));
            }
        }
        return nested;
    }

    /** Of several names that are declared by one range, the last before an offset, or the first. */
    private static Declared lastBefore(List<Declared> sorted, int offset) {
        int low = 0;
        int high = sorted.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (sorted.get(middle).nameStart() > offset) {
                high = middle - 1;
            } else {
                low = middle;
            }
        }
        return sorted.get(low);
    }

    /** Takes the declarations out of matches. */
    private static final class Collector {
        private final Query query;
        private final Tree tree;
        private final int name;
        private final int nameEnd;
        private final int container;
        private final int scope;
        private final int misleads;
        private final @Nullable String[] kinds;
        private final List<Declared> found = new ArrayList<>();
        private final List<Misleading> misleading = new ArrayList<>();

        Collector(Query query, Tree tree) {
            this.query = query;
            this.tree = tree;
            name = query.captureId("name");
            nameEnd = query.captureId("name.end");
            container = query.captureId("container");
            scope = query.captureId("scope");
            misleads = query.captureId("misleading");
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
                } else if (id == misleads && match.endByte(i) > match.startByte(i)) {
                    misleading.add(new Misleading(match.startByte(i), match.endByte(i)));
                } else if (id != misleads && (kinds[id] != null || id == scope)) {
                    whole = whole < 0 ? i : whole;
                }
            }
            if (named >= 0 && whole >= 0 && match.endByte(named) > match.startByte(named)) {
                int end = Math.max(match.endByte(named), last < 0 ? 0 : match.endByte(last));
                var part = query.stripped(match.pattern(), name, tree.source(), match.startByte(named), end);
                if (part.end() > part.start()) {
                    found.add(new Declared(
                            match.pattern(),
                            kinds[match.captureId(whole)],
                            tree.text(part.start(), part.end()),
                            part.start(),
                            part.end(),
                            match.startByte(whole),
                            match.endByte(whole),
                            within));
                }
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
