package io.precinct.testkit;

import io.precinct.treesitter.Node;
import io.precinct.treesitter.Query;
import io.precinct.treesitter.QueryMatch;
import io.precinct.treesitter.QueryMatch.Capture;
import io.precinct.treesitter.Tree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Turns the matches of a grammar's query into symbols, by the rules in the documentation of {@code Language}. */
final class SymbolReader {
    /** What the name of a capture begins with that is a declaration; its kind follows. */
    static final String DEFINITION = "definition.";

    private static final Comparator<Found> OUTER_FIRST = Comparator.comparingInt(
                    (Found found) -> found.whole.startByte())
            .thenComparing(found -> found.whole.endByte(), Comparator.reverseOrder())
            .thenComparing(found -> found.name.startByte());

    private SymbolReader() {}

    /**
     * The content of one match.
     *
     * @param kind null for a scope
     * @param text the name, which may be several nodes or less than one
     */
    private record Found(
            int pattern,
            @Nullable String kind,
            Node whole,
            Node name,
            String text,
            @Nullable String container) {
        boolean encloses(Found other) {
            boolean around = whole.startByte() <= other.whole.startByte() && whole.endByte() >= other.whole.endByte();
            return around && (whole.startByte() < other.whole.startByte() || whole.endByte() > other.whole.endByte());
        }

        String path() {
            return container == null ? text() : container + "/" + text();
        }
    }

    /** @param query that found the matches */
    static List<TestSymbol> in(List<QueryMatch> matches, @Nullable Query query, Tree tree) {
        Map<Long, Found> byName = new HashMap<>();
        for (QueryMatch match : matches) {
            Found found = query == null ? null : found(match, query, tree);
            if (found != null && !found.text.isEmpty()) {
                long place = (long) found.name.startByte() << 32 | found.name.endByte();
                byName.merge(place, found, (one, other) -> one.pattern() <= other.pattern() ? one : other);
            }
        }
        List<Found> all = byName.values().stream().sorted(OUTER_FIRST).toList();
        var symbols = new ArrayList<TestSymbol>();
        for (int i = 0; i < all.size(); i++) {
            Found each = all.get(i);
            if (each.kind() != null) {
                symbols.add(new TestSymbol(
                        each.kind(),
                        each.text(),
                        container(each, all.subList(0, i)),
                        each.name().startRow() + 1,
                        each.whole().text()));
            }
        }
        return symbols;
    }

    private static @Nullable Found found(QueryMatch match, Query query, Tree tree) {
        Node name = null;
        Node last = null;
        Node whole = null;
        String kind = null;
        var containers = new ArrayList<String>();
        for (Capture capture : match.captures()) {
            if (capture.name().equals("name")) {
                name = capture.node();
            } else if (capture.name().equals("name.end")) {
                last = capture.node();
            } else if (capture.name().equals("container")) {
                containers.add(capture.node().text());
            } else if (capture.name().equals("scope") || capture.name().startsWith(DEFINITION)) {
                whole = capture.node();
                kind = capture.name().equals("scope") ? null : capture.name().substring(DEFINITION.length());
            }
        }
        if (name == null || whole == null) {
            return null;
        }
        int end = Math.max(name.endByte(), last == null ? 0 : last.endByte());
        var part = query.stripped(match.pattern(), query.captureId("name"), tree.source(), name.startByte(), end);
        return new Found(
                match.pattern(),
                kind,
                whole,
                name,
                tree.text(part.start(), part.end()),
                containers.isEmpty() ? null : String.join("/", containers));
    }

    private static @Nullable String container(Found found, List<Found> before) {
        String enclosing = before.stream()
                .filter(other -> other.encloses(found))
                .map(Found::path)
                .collect(Collectors.joining("/"));
        if (enclosing.isEmpty()) {
            return found.container();
        }
        return found.container() == null ? enclosing : enclosing + "/" + found.container();
    }
}
