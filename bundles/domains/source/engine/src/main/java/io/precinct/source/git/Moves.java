package io.precinct.source.git;

import org.eclipse.jgit.diff.DiffConfig;
import org.eclipse.jgit.diff.RenameDetector;
import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.lib.ObjectReader;

/** Finds moved files within the bounds that git has, whatever the clone is configured to. */
final class Moves {
    /** As many files are compared with each other. */
    private static final int MOST = 1000;

    /** A file has been moved if as many per cent of its content are the same. */
    private static final int SIMILAR = 50;

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
