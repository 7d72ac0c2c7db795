package io.precinct.configuration.compare.diff;

import com.github.difflib.algorithm.Change;
import com.github.difflib.algorithm.myers.MyersDiffWithLinearSpace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * A part of two sequences that differs; what is between two gaps is equal.
 *
 * @param from index in the base
 * @param to index behind it
 * @param valueFrom index in the value
 * @param valueTo index behind it
 */
record Gap(int from, int to, int valueFrom, int valueTo) {
    /** The gaps between two sequences, in order. If the effort does not suffice, all between their equal ends is one. */
    static <T> List<Gap> between(List<T> base, List<T> value, BiPredicate<T, T> equal, Effort effort) {
        int shorter = Math.min(base.size(), value.size());
        int start = 0;
        while (start < shorter && equal.test(base.get(start), value.get(start))) {
            start++;
        }
        int end = 0;
        while (end < shorter - start
                && equal.test(base.get(base.size() - 1 - end), value.get(value.size() - 1 - end))) {
            end++;
        }
        var whole = new Gap(start, base.size() - end, start, value.size() - end);
        if (whole.from == whole.to || whole.valueFrom == whole.valueTo) {
            return whole.from == whole.to && whole.valueFrom == whole.valueTo ? List.of() : List.of(whole);
        }
        try {
            List<Change> changes = new MyersDiffWithLinearSpace<>(effort.counting(equal))
                    .computeDiff(base.subList(start, whole.to), value.subList(start, whole.valueTo), null);
            return merged(changes, start);
        } catch (Effort.Exhausted _) {
            return List.of(whole);
        }
    }

    private static List<Gap> merged(List<Change> changes, int start) {
        List<Gap> gaps = new ArrayList<>();
        changes.stream()
                .map(change -> new Gap(
                        start + change.startOriginal,
                        start + change.endOriginal,
                        start + change.startRevised,
                        start + change.endRevised))
                .sorted(Comparator.comparingInt(Gap::from).thenComparingInt(Gap::valueFrom))
                .forEach(gap -> {
                    Gap last = gaps.isEmpty() ? null : gaps.getLast();
                    if (last != null && last.to == gap.from && last.valueTo == gap.valueFrom) {
                        gaps.set(gaps.size() - 1, new Gap(last.from, gap.to, last.valueFrom, gap.valueTo));
                    } else {
                        gaps.add(gap);
                    }
                });
        return gaps;
    }
}
