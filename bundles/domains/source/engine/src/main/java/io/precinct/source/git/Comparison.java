package io.precinct.source.git;

import org.eclipse.jgit.diff.DiffAlgorithm;
import org.eclipse.jgit.diff.EditList;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.Sequence;
import org.eclipse.jgit.diff.SequenceComparator;

/**
 * Compares texts line by line and finds the edits that git finds, with git's defaults ({@code diff.algorithm=myers},
 * {@code diff.indentHeuristic=true}), so that diffs and blame name the lines that git names. Its time is bounded as
 * git's is: by about the number of lines times its square root. Thread-safe.
 *
 * <p>Three steps find the edits: {@link ComparedText} numbers the lines and sets those aside that cannot be matched
 * well, {@link ShortestEdits} compares the others, and {@link ChangedGroups} moves each edit that could stand in
 * several places to the place where a reader expects it.
 */
final class Comparison extends DiffAlgorithm {
    /** For diffs that are read, as of {@code git diff}. */
    static final DiffAlgorithm DIFF = new Comparison(false);

    /** For blame: as {@code git blame}, it leaves most of an equal end out, so edits cannot move into it. */
    static final DiffAlgorithm BLAME = new Comparison(true);

    private final boolean withoutEnd;

    private Comparison(boolean withoutEnd) {
        this.withoutEnd = withoutEnd;
    }

    /** @param comparator not used: lines are equal if all their bytes are */
    @Override
    public <S extends Sequence> EditList diff(SequenceComparator<? super S> comparator, S before, S after) {
        if (!(before instanceof RawText from) || !(after instanceof RawText to)) {
            throw new IllegalArgumentException("only texts are compared, not " + before.getClass());
        }
        ComparedText.Pair texts = ComparedText.of(from.getRawContent(), to.getRawContent(), withoutEnd);
        ShortestEdits.mark(texts);
        ChangedGroups.move(texts.before(), texts.after());
        ChangedGroups.move(texts.after(), texts.before());
        return texts.edits();
    }

    @Override
    public <S extends Sequence> EditList diffNonCommon(SequenceComparator<? super S> comparator, S before, S after) {
        return diff(comparator, before, after);
    }
}
