package io.precinct.source.git;

import java.io.File;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectDatabase;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;

/**
 * Where the history of a clone ends before its beginning, because it was fetched from a repository on this machine that
 * is shallow itself: git tells such ends only to those that ask for a depth. Confined to a thread.
 */
record HistoryEnds(Repository repository) {
    /** The commits of a repository whose parents are missing. */
    static Set<ObjectId> of(File gitDir) throws IOException {
        try (Repository repository =
                new FileRepositoryBuilder().setGitDir(gitDir).build()) {
            return Set.copyOf(repository.getObjectDatabase().getShallowCommits());
        }
    }

    /** Whether a repository has the history behind an end of the clone, as after {@code git fetch --unshallow}. */
    boolean areInside(File gitDir) throws IOException {
        Set<ObjectId> mine = repository.getObjectDatabase().getShallowCommits();
        if (mine.isEmpty()) {
            return false;
        }
        Set<ObjectId> theirs = of(gitDir);
        try (Repository other = new FileRepositoryBuilder().setGitDir(gitDir).build()) {
            for (ObjectId end : mine) {
                if (!theirs.contains(end) && other.getObjectDatabase().has(end)) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Makes the clone's history end at those of its ends, and of the repository that it was fetched from, whose parents
     * it lacks.
     */
    void mark(File gitDir) throws IOException {
        ObjectDatabase objects = repository.getObjectDatabase();
        Set<ObjectId> before = objects.getShallowCommits();
        var candidates = new HashSet<>(before);
        candidates.addAll(of(gitDir));
        var ends = new HashSet<ObjectId>();
        try (ObjectReader reader = objects.newReader()) {
            for (ObjectId candidate : candidates) {
                if (reader.has(candidate) && lacksParents(reader, candidate)) {
                    ends.add(candidate);
                }
            }
        }
        if (!ends.equals(before)) {
            objects.setShallowCommits(ends);
        }
    }

    private static boolean lacksParents(ObjectReader reader, ObjectId id) throws IOException {
        // Parsed from its bytes: a walk would not see the parents of an end.
        RevCommit commit = RevCommit.parse(reader.open(id, Constants.OBJ_COMMIT).getBytes());
        for (RevCommit parent : commit.getParents()) {
            if (!reader.has(parent)) {
                return true;
            }
        }
        return false;
    }
}
