package io.precinct.source.facts.query;

import io.precinct.source.api.Annotation;
import io.precinct.source.api.Item;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.ParseProgress;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.ResultPage.Skipped;
import io.precinct.source.facts.extraction.Blobs;
import io.precinct.source.facts.extraction.DamagedFacts;
import io.precinct.source.facts.extraction.FileFacts;
import io.precinct.source.facts.extraction.SourceText;
import io.precinct.source.facts.extraction.TextCutter;
import io.precinct.source.facts.index.CommitIndex;
import io.precinct.source.facts.index.Inquiry;
import io.precinct.source.facts.index.PathSelection;
import io.precinct.source.facts.query.Excerpts.Excerpt;
import io.precinct.source.git.PathRules;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Walks the files of a selection in the order of their paths and collects the part of a list that a page request asks
 * for. Confined to a request.
 */
public final class PageCollector {
    /** How much text an answer may have, including the lines around items, before the page ends early. */
    public static final long MOST_BYTES = 16L * 1024 * 1024;

    /** How many files are made known at a time if no index narrows them down. */
    private static final int AHEAD = 64;

    private final CommitIndex index;
    private final PathSelection selection;
    private final PageRequest window;
    private final PageKey after;
    private final Inquiry inquiry;
    private final Excerpts excerpts;
    /** How much text the items have so far, with the lines around them. */
    private long length;

    public PageCollector(Inquiry inquiry, PathSelection selection, PageRequest window, Excerpts excerpts) {
        this.inquiry = inquiry;
        this.index = inquiry.index();
        this.selection = selection;
        this.window = window;
        this.after = PageKey.of(window.after());
        this.excerpts = excerpts;
    }

    /** What a list shows of a file. */
    public interface Listing<F, T> {
        /** The only name of declarations that it lists; null if it lists others too, or something else. */
        default @Nullable String onlyName() {
            return null;
        }

        /** Whether it lists what is found line by line in files without a grammar. */
        default boolean byLines() {
            return false;
        }

        /** The file's items, in the order of the text. */
        List<F> of(CommitIndex.Slot slot, FileFacts facts);

        /** The items of the file at a position of the commit, in the order of the text. */
        default List<F> of(int position, CommitIndex.Slot slot, FileFacts facts) {
            return of(slot, facts);
        }

        /** Why files with facts could not be looked at, by their positions; grows while the list is collected. */
        default SortedMap<Integer, String> failed() {
            return Collections.emptySortedMap();
        }

        /** The start of an item. */
        int start(F one);

        /** The item as it is shown. */
        T show(F one, Shown file);
    }

    /** A file whose items are shown. */
    public final class Shown {
        private final int position;
        private final boolean hasError;

        private Shown(int position, boolean hasError) {
            this.position = position;
            this.hasError = hasError;
        }

        /** A piece of it with its surroundings. */
        private Excerpt excerpt(int start, int end, int found, int context) {
            String blob = index.file(position).blob();
            Excerpt excerpt = excerpts.of(
                    new Excerpts.Key(blob, start, end, found, context, window.encoding(), window.cut()),
                    () -> read(blob));
            length += excerpt.length();
            return excerpt;
        }

        /**
         * A piece of it.
         *
         * @param found an offset in it, which is shown even if the piece is cut
         */
        Annotation.Span span(int start, int end, int found) {
            Excerpt excerpt = excerpt(start, end, found, 0);
            TextCutter.Piece text = excerpt.text();
            return new Annotation.Span(text.text(), excerpt.start(), excerpt.end(), text.cut());
        }

        /** A declaration, or whatever else stands somewhere in it. */
        Item item(@Nullable String kind, @Nullable String name, @Nullable String container, int start, int end) {
            Excerpt excerpt = excerpt(start, end, start, window.context());
            var slot = index.slot(position);
            return new Item(
                    index.file(position).path(),
                    slot == null ? "" : slot.language(),
                    index.file(position).blob(),
                    kind,
                    name,
                    container,
                    name == null ? null : FileFacts.path(container, name),
                    excerpt.start(),
                    excerpt.end(),
                    excerpt.text().text(),
                    excerpt.lines(),
                    hasError,
                    excerpt.text().cut());
        }
    }

    private SourceText read(String blob) {
        // It was parsed once: a limit lowered during this request does not take its text away.
        byte[] utf8 = Blobs.read(index.commit(), blob, Long.MAX_VALUE).utf8();
        if (utf8 == null) {
            throw new DamagedFacts("there are facts of blob " + blob + ", which is no text");
        }
        return new SourceText(utf8);
    }

    /**
     * The part of the list, as far as files are known or become known in time.
     *
     * @param candidates files that have what is searched; null if they are not known
     */
    public <F, T> ResultPage<T> collect(@Nullable BitSet candidates, Listing<F, T> listing)
            throws InterruptedException {
        int first = Math.max(selection.from(), PathSelection.at(index.paths(), after.path()));
        var items = new ArrayList<T>();
        PageKey last = null;
        int madeKnown = first;
        for (int i = next(candidates, first); i < selection.to(); i = next(candidates, i + 1)) {
            if (candidates == null && i >= madeKnown) {
                madeKnown = makeKnown(i, listing.byLines());
            }
            var slot = index.slot(i);
            FileFacts facts = slot != null
                            && (slot.isParsed() || listing.byLines())
                            && selection.means(index.paths().get(i))
                    ? facts(i, slot, listing.onlyName())
                    : null;
            if (slot == null || facts == null) {
                continue;
            }
            Shown shown = null;
            int start = -1;
            int nth = 0;
            for (F one : listing.of(i, slot, facts)) {
                nth = listing.start(one) == start ? nth + 1 : 0;
                start = listing.start(one);
                String path = index.paths().get(i);
                if (path.equals(after.path()) && !after.isBefore(start, nth)) {
                    continue;
                }
                if (items.size() == window.limit() || (length > MOST_BYTES && !items.isEmpty())) {
                    return found(listing, items, last, first);
                }
                shown = shown == null ? new Shown(i, facts.hasError()) : shown;
                items.add(listing.show(one, shown));
                last = new PageKey(path, start, nth);
            }
        }
        return found(listing, items, null, first);
    }

    /** Names each skipped file on one page: the one that passes it. */
    private <T> ResultPage<T> found(Listing<?, T> listing, List<T> items, @Nullable PageKey next, int first) {
        // The file at the end of the previous page belongs to that page.
        int from = index.paths().size() > first && index.paths().get(first).equals(after.path()) ? first + 1 : first;
        // The page passes the file in which it ends: the next one begins behind it.
        int to = next == null ? selection.to() : PathSelection.at(index.paths(), next.path()) + 1;
        ParseProgress parsing = inquiry.parsing();
        return new ResultPage<>(
                items,
                next == null ? null : next.toString(),
                parsing == null ? null : ParseProgress.REASON,
                skipped(listing, from, to),
                index.incomplete(selection, from, to),
                parsing);
    }

    private List<Skipped> skipped(Listing<?, ?> listing, int from, int to) {
        List<Skipped> known = index.skipped(selection, from, to, listing.byLines());
        if (from >= to || listing.failed().subMap(from, to).isEmpty()) {
            return known;
        }
        var all = new ArrayList<Skipped>();
        listing.failed()
                .subMap(from, to)
                .forEach((position, reason) -> all.add(new Skipped(index.paths().get(position), reason)));
        all.addAll(known);
        // several files that are only counted have no path, and come last
        all.sort(Comparator.comparing(Skipped::path, Comparator.nullsLast(PathRules::compare)));
        return List.copyOf(all);
    }

    private int next(@Nullable BitSet candidates, int from) {
        if (candidates == null) {
            return from;
        }
        int next = candidates.nextSetBit(from);
        return next < 0 ? selection.to() : next;
    }

    private int makeKnown(int from, boolean byLines) throws InterruptedException {
        int to = from;
        var positions = new ArrayList<Integer>();
        while (to < selection.to() && positions.size() < AHEAD) {
            if ((byLines || index.isParsed(to)) && selection.means(index.paths().get(to))) {
                positions.add(to);
            }
            to++;
        }
        inquiry.know(positions);
        return to;
    }

    /**
     * The facts of a file. Facts that were swept away are made again; null if they are not known, for a reason or not
     * yet.
     */
    private @Nullable FileFacts facts(int position, CommitIndex.Slot slot, @Nullable String only)
            throws InterruptedException {
        FileFacts facts = stored(position, slot, only);
        if (facts == null && !index.hasFailed(position)) {
            if (index.id(position) >= 0) {
                index.forget(position);
            }
            if (inquiry.know(List.of(position))) {
                facts = stored(position, slot, only);
            }
        }
        return facts;
    }

    private @Nullable FileFacts stored(int position, CommitIndex.Slot slot, @Nullable String only) {
        int id = index.id(position);
        return id < 0 ? null : index.store().facts(id, index.file(position).blob(), slot.number(), only);
    }
}
