package io.precinct.source.facts.index;

import io.precinct.source.api.ParseProgress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One question about a commit: the files that it asks about are parsed while its time lasts; after that, it takes what
 * is known. Confined to a request.
 */
public final class Inquiry {
    private final CommitIndex index;
    private final AskedParses parses;
    private final Counters counters;
    private final long end;
    private boolean partial;

    /** @param end of the wait, by {@link System#nanoTime} */
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
     * Makes the facts of all files of a selection known.
     *
     * @return false if some are not known yet
     */
    public boolean know(PathSelection selection) throws InterruptedException {
        return index.isWhole() || know(selection.positions(index.paths()));
    }

    /**
     * Makes the facts of files known.
     *
     * @return false if some are not known yet
     */
    public boolean know(List<Integer> positions) throws InterruptedException {
        boolean known = partial
                ? positions.stream().allMatch(index::isKnown)
                : parses.know(index, positions, counters, end - System.nanoTime());
        partial |= !known;
        return known;
    }

    /** How far the commit is parsed if this question was answered without all that it asked for; else null. */
    public @Nullable ParseProgress parsing() {
        return partial ? index.progress() : null;
    }
}
