package io.precinct.source.facts.index;

import io.precinct.source.api.ParseProgress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One question about a commit: what it wants to know of files is parsed for it while its time lasts, and after that it takes
 * what is known. Confined to a request.
 */
public final class Inquiry {
    private final CommitIndex index;
    private final AskedParses parses;
    private final Counters counters;
    private final long end;
    private boolean partial;

    /** @param end of waiting, by {@link System#nanoTime} */
    Inquiry(CommitIndex index, AskedParses parses, Counters counters, long end) {
        this.index = index;
        this.parses = parses;
        this.counters = counters;
        this.end = end;
    }

    public CommitIndex index() {
        return index;
    }

    /**
     * Makes the facts of all files known that a selection means.
     *
     * @return false where some are not known yet
     */
    public boolean know(PathSelection selection) throws InterruptedException {
        return index.isWhole() || know(selection.positions(index.paths()));
    }

    /**
     * Makes the facts of files known.
     *
     * @return false where some are not known yet
     */
    public boolean know(List<Integer> positions) throws InterruptedException {
        boolean known = partial
                ? positions.stream().allMatch(index::isKnown)
                : parses.know(index, positions, counters, end - System.nanoTime());
        partial |= !known;
        return known;
    }

    /** How far the commit is parsed, where this question was answered without all that it wanted to know; else null. */
    public @Nullable ParseProgress parsing() {
        return partial ? index.progress() : null;
    }
}
