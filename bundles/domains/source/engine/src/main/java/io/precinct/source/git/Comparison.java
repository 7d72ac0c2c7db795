package io.precinct.source.git;

import org.eclipse.jgit.diff.DiffAlgorithm;
import org.eclipse.jgit.diff.EditList;
import org.eclipse.jgit.diff.HistogramDiff;
import org.eclipse.jgit.diff.MyersDiff;
import org.eclipse.jgit.diff.Sequence;
import org.eclipse.jgit.diff.SequenceComparator;

/**
 * Compares texts by Myers' algorithm, as git does by default. Its time grows with the square of the differences, so
 * texts of many lines with little in common are compared by a histogram of their lines instead, which may find other
 * edits, but ends. Thread-safe.
 */
final class Comparison extends DiffAlgorithm {
    /** The only instance. */
    static final DiffAlgorithm INSTANCE = new Comparison();

    /** Most lines, of both texts and between their equal ends, that are compared by Myers: two seconds at most. */
    private static final int MOST_LINES = 20_000;

    private static final DiffAlgorithm LARGE = withoutFallback();

    private Comparison() {}

    private static DiffAlgorithm withoutFallback() {
        var histogram = new HistogramDiff();
        histogram.setFallbackAlgorithm(null);
        return histogram;
    }

    @Override
    public <S extends Sequence> EditList diffNonCommon(SequenceComparator<? super S> comparator, S before, S after) {
        DiffAlgorithm algorithm = before.size() + after.size() <= MOST_LINES ? MyersDiff.INSTANCE : LARGE;
        return algorithm.diffNonCommon(comparator, before, after);
    }
}
