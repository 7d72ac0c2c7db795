package io.precinct.source.facts.index;

import io.precinct.source.facts.index.CommitIndex.Slot;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;

/** What need not be found out again about a commit whose files are all known. Immutable. */
final class CompleteCommit {
    private final int swept;
    private final Positions positions;
    private final Set<String> languages;
    private final int[] skipped;
    private final List<String> reasons;

    /**
     * Captures a commit as it is now.
     *
     * @param swept how often facts have been swept away by now; after another sweep this object is outdated
     * @param index whose files are all known
     * @param why files with a language were not parsed, by position
     */
    CompleteCommit(int swept, CommitIndex index, Positions positions, Map<Integer, String> why) {
        this.swept = swept;
        this.positions = positions;
        var all = new TreeSet<String>();
        for (int i = 0; i < index.size(); i++) {
            Slot slot = index.slot(i);
            if (slot != null && slot.isParsed()) {
                all.add(slot.language());
            }
        }
        languages = Collections.unmodifiableSet(all);
        skipped = IntStream.range(0, index.size())
                .filter(i -> index.slot(i) == null || why.containsKey(i))
                .toArray();
        reasons = Arrays.stream(skipped)
                .mapToObj(i -> index.slot(i) == null ? index.reason(i) : why.getOrDefault(i, ""))
                .toList();
    }

    /** Whether it still holds after this many sweeps. */
    boolean isOf(int sweptNow) {
        return swept == sweptNow;
    }

    Positions positions() {
        return positions;
    }

    /** Languages with a grammar, of all files, sorted. */
    Set<String> languages() {
        return languages;
    }

    /**
     * Visits files that were not parsed, in their order.
     *
     * @param to exclusive
     * @param each takes the reason and the position
     */
    void skipped(int from, int to, ObjIntConsumer<String> each) {
        int at = Arrays.binarySearch(skipped, from);
        for (int i = at < 0 ? -at - 1 : at; i < skipped.length && skipped[i] < to; i++) {
            each.accept(reasons.get(i), skipped[i]);
        }
    }
}
