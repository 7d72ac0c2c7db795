package io.precinct.source.endpoints;

import io.precinct.source.api.History.FileChange;
import io.precinct.source.api.Item;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.ParseProgress;
import io.precinct.source.api.PositionEncoding;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.Symbol;
import io.precinct.source.api.SymbolSelector;
import io.precinct.source.api.View;
import io.precinct.source.endpoints.HistoryResources.Changed;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The declarations of a file that differ between two commits. Declarations with the same kind and path of names are the
 * same one; if there are several, those with equal text are paired, then the rest in order. A declaration is changed if
 * its text differs outside the declarations within it, so a class is not changed by a change of one of its methods.
 *
 * @param added declarations of the new file, in its order
 * @param removed declarations of the old file, in its order
 * @param changed declarations as they are in the new file, in its order
 */
record SymbolChanges(List<Item> added, List<Item> removed, List<Item> changed) {
    private static final int PART = 1000;
    private static final Pattern SPACE = Pattern.compile("\\s+");
    private static final Comparator<Item> OUTER_FIRST = Comparator.comparing(
                    (Item item) -> item.start().offset())
            .thenComparing(item -> -item.end().offset());

    /**
     * A declaration.
     *
     * @param key identifies it across two files
     * @param own its text without the declarations within it
     */
    private record Declared(Item item, Key key, String own) {
        /** Whether others are declared within it. */
        boolean holds() {
            return own.length() < item.text().length();
        }

        /** Two are equal if they differ only in position. */
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Declared that && key.equals(that.key) && own.equals(that.own);
        }

        @Override
        public int hashCode() {
            return Objects.hash(key, own);
        }
    }

    /** The same declaration in two files. */
    private record Pair(Declared before, Declared after) {
        /** Ignores the space around declarations within it, which come and go. */
        boolean differs() {
            boolean holds = before.holds() || after.holds();
            return !(holds && packed(before.own).equals(packed(after.own)));
        }

        private static String packed(String text) {
            return SPACE.matcher(text).replaceAll("");
        }
    }

    private record Key(@Nullable String kind, @Nullable String namePath) {}

    /** Declarations of a file, and how far it is parsed if some may be missing. */
    private record Known(List<Declared> declared, @Nullable ParseProgress parsing) {}

    /**
     * The same files with their declarations. The page is not whole while files of either commit are being parsed.
     *
     * @param before the commit of the old files
     * @param after the commit of the new files
     */
    static ResultPage<Changed> of(ResultPage<FileChange> files, View before, View after) {
        var wait = new Wait();
        var changes = new ArrayList<Changed>();
        ParseProgress parsing = null;
        for (FileChange file : files.items()) {
            boolean compared = file.skipped() == null && !file.hunks().isEmpty();
            Known old = known(before, compared ? file.oldPath() : null, wait);
            Known now = known(after, compared ? file.path() : null, wait);
            changes.add(new Changed(file, between(old.declared, now.declared)));
            parsing = now.parsing != null ? now.parsing : old.parsing != null ? old.parsing : parsing;
        }
        String truncated = files.truncated() == null && parsing != null ? ParseProgress.REASON : files.truncated();
        return new ResultPage<>(changes, files.next(), truncated, files.skipped(), files.incomplete(), parsing);
    }

    /** The same files without their declarations. */
    static ResultPage<Changed> leftOut(ResultPage<FileChange> files) {
        return new ResultPage<>(
                files.items().stream().map(file -> new Changed(file, null)).toList(),
                files.next(),
                files.truncated(),
                files.skipped());
    }

    /** @param path null for no file */
    private static Known known(View view, @Nullable String path, Wait wait) {
        var items = new ArrayList<Item>();
        ParseProgress parsing = null;
        String after = null;
        do {
            if (path == null) {
                break;
            }
            View asked = wait.isOver() ? view.atOnce() : view;
            ResultPage<Symbol> page = asked.symbols(
                    new SymbolSelector(null, null, path), new PageRequest(PART, after, 0, PositionEncoding.UTF_8));
            page.items().stream()
                    .map(Symbol::item)
                    .filter(item -> item.path().equals(path))
                    .forEach(items::add);
            parsing = page.parsing() == null ? parsing : page.parsing();
            after = page.next();
        } while (after != null);
        return new Known(declared(items), parsing);
    }

    private static List<Declared> declared(List<Item> items) {
        items.sort(OUTER_FIRST);
        Map<Item, List<Item>> within = new IdentityHashMap<>();
        Deque<Item> open = new ArrayDeque<>();
        for (Item item : items) {
            while (!open.isEmpty() && !isWithin(item, open.element())) {
                open.remove();
            }
            if (!open.isEmpty()) {
                within.computeIfAbsent(open.element(), _ -> new ArrayList<>()).add(item);
            }
            open.push(item);
        }
        return items.stream()
                .map(item -> new Declared(
                        item, new Key(item.kind(), item.namePath()), own(item, within.getOrDefault(item, List.of()))))
                .toList();
    }

    private static boolean isWithin(Item inner, Item outer) {
        return inner.start().offset() >= outer.start().offset()
                && inner.end().offset() <= outer.end().offset();
    }

    private static String own(Item item, List<Item> within) {
        byte[] text = item.text().getBytes(StandardCharsets.UTF_8);
        int start = item.start().offset();
        if (within.isEmpty() || text.length != item.end().offset() - start) {
            return item.text();
        }
        var own = new ByteArrayOutputStream(text.length);
        int at = 0;
        for (Item inner : within) {
            int from = Math.max(at, inner.start().offset() - start);
            own.write(text, at, from - at);
            at = Math.max(from, inner.end().offset() - start);
        }
        own.write(text, at, text.length - at);
        return own.toString(StandardCharsets.UTF_8);
    }

    private static SymbolChanges between(List<Declared> before, List<Declared> after) {
        var removed = new ArrayList<>(before);
        var added = new ArrayList<>(after);
        paired(removed, added, Function.identity());
        List<Pair> changed = paired(removed, added, Declared::key);
        return new SymbolChanges(
                items(added),
                items(removed),
                items(changed.stream().filter(Pair::differs).map(Pair::after).toList()));
    }

    private static List<Item> items(List<Declared> declared) {
        return declared.stream().map(Declared::item).toList();
    }

    /** Removes from both lists the declarations that are equal by some measure, one for one and in order. */
    private static List<Pair> paired(List<Declared> before, List<Declared> after, Function<Declared, ?> measure) {
        Map<Object, Deque<Declared>> offered = new HashMap<>();
        before.forEach(each -> offered.computeIfAbsent(measure.apply(each), _ -> new ArrayDeque<>())
                .add(each));
        Set<Declared> taken = Collections.newSetFromMap(new IdentityHashMap<>());
        var pairs = new ArrayList<Pair>();
        after.removeIf(each -> {
            Declared same = offered.getOrDefault(measure.apply(each), new ArrayDeque<>())
                    .poll();
            if (same != null) {
                taken.add(same);
                pairs.add(new Pair(same, each));
            }
            return same != null;
        });
        before.removeIf(taken::contains);
        return pairs;
    }
}
