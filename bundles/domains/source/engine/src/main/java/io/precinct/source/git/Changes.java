package io.precinct.source.git;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.EmptyTreeIterator;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.filter.TreeFilter;
import org.jspecify.annotations.Nullable;

/**
 * The differences between two commits.
 *
 * @param paths of all changed files, sorted; both names of a renamed one
 * @param present the changed files that the second commit has
 */
record Changes(List<String> paths, List<TreeFile> present) {
    /**
     * Compares trees; {@code from} is null if nothing was served, and either is {@link Clone.Head#NONE} for an empty
     * one.
     */
    static Changes between(Repository repository, @Nullable ObjectId from, ObjectId to) throws IOException {
        var paths = new ArrayList<String>();
        var present = new ArrayList<TreeFile>();
        try (var commits = new RevWalk(repository);
                var walk = new TreeWalk(repository)) {
            addTree(walk, commits, from);
            addTree(walk, commits, to);
            walk.setRecursive(true);
            walk.setFilter(TreeFilter.ANY_DIFF);
            while (walk.next()) {
                paths.add(walk.getPathString());
                if (walk.getRawMode(1) != FileMode.MISSING.getBits()) {
                    present.add(new TreeFile(
                            walk.getPathString(),
                            walk.getRawMode(1),
                            walk.getObjectId(1).name()));
                }
            }
        }
        paths.sort(PathRules::compare);
        return new Changes(paths.stream().distinct().toList(), present);
    }

    private static void addTree(TreeWalk walk, RevWalk commits, @Nullable ObjectId commit) throws IOException {
        if (commit == null || commit.equals(Clone.Head.NONE)) {
            walk.addTree(new EmptyTreeIterator());
        } else {
            walk.addTree(commits.parseCommit(commit).getTree());
        }
    }
}
