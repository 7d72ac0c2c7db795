package io.precinct.source.git;

import org.eclipse.jgit.diff.DiffConfig;
import org.eclipse.jgit.diff.RenameDetector;
import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.lib.ObjectReader;

/** Finds moved files within git's default bounds, whatever the clone is configured to. */
final class Moves {
    /** Most files that are compared with each other. */
    private static final int MOST = 1000;

    /** A file counts as moved if at least this percentage of its content is the same. */
    static final int SIMILAR = 50;

    private Moves() {}

    static RenameDetector detector(ObjectReader reader) {
        return bounded(new RenameDetector(reader, new Config().get(DiffConfig.KEY)));
    }

    static RenameDetector bounded(RenameDetector detector) {
        detector.setRenameLimit(MOST);
        detector.setRenameScore(SIMILAR);
        return detector;
    }
}
