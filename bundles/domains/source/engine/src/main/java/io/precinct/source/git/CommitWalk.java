package io.precinct.source.git;

import io.precinct.source.api.History.Revision;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import org.eclipse.jgit.diff.DiffEntry;
import org.eclipse.jgit.diff.RenameDetector;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevFlag;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.EmptyTreeIterator;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.filter.AndTreeFilter;
import org.eclipse.jgit.treewalk.filter.PathFilter;
import org.eclipse.jgit.treewalk.filter.TreeFilter;
import org.jspecify.annotations.Nullable;

/**
 * Walks from a commit to its ancestors, the latest first, as {@code git log} does: a commit comes after at least one of
 * its children, and after all later commits. With a path, only commits that change it count, and no merges. A failed
 * step changes nothing, so the walk may be left at any step. Confined to a thread.
 */
final class CommitWalk implements AutoCloseable {
    private static final Comparator<Pending> LATEST_FIRST = Comparator.<Pending>comparingInt(
                    pending -> -pending.commit.getCommitTime())
            .thenComparingInt(Pending::number);

    private final ObjectReader reader;
    private final Mailmap people;
    private final RevWalk walk;
    private final RevFlag seen;
    private final Set<ObjectId> shallow;
    private final boolean follow;
    private final PriorityQueue<Pending> pending = new PriorityQueue<>(LATEST_FIRST);
    private @Nullable String path;
    private int number;
    private @Nullable RevCommit last;
    private int earliest = Integer.MAX_VALUE;
    private long resumedAt = Long.MAX_VALUE;
    private boolean endedShallow;

    private record Pending(RevCommit commit, int number) {}

    /**
     * Makes a walk without a start.
     *
     * @param people as they are called
     * @param path that the commits change, or null for any
     * @param follow whether it is a file, which is followed to its earlier names
     */
    CommitWalk(ObjectReader reader, Mailmap people, @Nullable String path, boolean follow) throws IOException {
        this.reader = reader;
        this.people = people;
        this.path = path;
        this.follow = follow;
        this.shallow = reader.getShallowCommits();
        walk = new RevWalk(reader);
        walk.setRetainBody(false);
        seen = walk.newFlag("seen");
    }

    /** Thrown if commits may have been passed before the walk was resumed. */
    static final class Ambiguous extends IOException {
        private static final long serialVersionUID = 1L;

        private Ambiguous() {
            super("commits are later than their children");
        }
    }

    void begin(ObjectId start) throws IOException {
        add(walk.parseCommit(start));
    }

    /** Continues where another walk was left, which had no other pending commits. */
    void resume(CommitKey key) throws IOException {
        last = walk.parseCommit(key.last());
        last.add(seen);
        earliest = key.earliest();
        resumedAt = key.earliest();
        path = key.path();
        for (ObjectId next : key.pending()) {
            add(walk.parseCommit(next));
        }
    }

    private void add(RevCommit commit) {
        if (!commit.has(seen)) {
            commit.add(seen);
            pending.add(new Pending(commit, number++));
        }
    }

    boolean isDone() {
        return pending.isEmpty();
    }

    /** The commit of the last step, or null. */
    @Nullable
    ObjectId last() {
        return last;
    }

    /** Whether a commit was passed whose parents are unknown because the clone is shallow. */
    boolean endedShallow() {
        return endedShallow;
    }

    /** The key at which to continue after the last step. */
    CommitKey key() {
        var next = new ArrayList<Pending>(pending);
        next.sort(LATEST_FIRST);
        List<ObjectId> ids = new ArrayList<>();
        next.forEach(each -> ids.add(each.commit.copy()));
        return new CommitKey(Objects.requireNonNull(last).copy(), earliest, ids, path);
    }

    /**
     * Advances to the next commit.
     *
     * @return the commit if it counts, else null
     * @throws Ambiguous if only a walk from the beginning can tell whether a commit is new
     */
    @Nullable
    Revision step() throws IOException {
        RevCommit commit = Objects.requireNonNull(pending.peek()).commit;
        RevCommit[] parents = commit.getParents();
        for (RevCommit parent : parents) {
            walk.parseHeaders(parent);
            // Commits passed before have at least this time; no others have, unless clocks were wrong.
            if (!parent.has(seen) && parent.getCommitTime() >= resumedAt) {
                throw new Ambiguous();
            }
        }
        String named = path;
        String before = named;
        boolean counts = named == null;
        if (named != null && parents.length < 2) {
            Change change = change(commit, parents, named);
            counts = change != Change.NONE;
            before = change == Change.ADDED && follow && parents.length == 1
                    ? earlierName(parents[0], commit, named)
                    : named;
        }
        Revision found = counts ? Revisions.of(walk, commit, people, follow ? named : null) : null;

        pending.remove();
        for (RevCommit parent : parents) {
            add(parent);
        }
        last = commit;
        earliest = Math.min(earliest, commit.getCommitTime());
        endedShallow |= shallow.contains(commit);
        path = before;
        return found;
    }

    private enum Change {
        NONE,
        ADDED,
        OTHER
    }

    private Change change(RevCommit commit, RevCommit[] parents, String named) throws IOException {
        try (var trees = trees(commit, parents)) {
            trees.setFilter(AndTreeFilter.create(PathFilter.create(named), TreeFilter.ANY_DIFF));
            while (trees.next()) {
                if (!follow || trees.getPathString().equals(named)) {
                    boolean added = trees.getRawMode(0) == FileMode.MISSING.getBits();
                    return added ? Change.ADDED : Change.OTHER;
                }
            }
            return Change.NONE;
        }
    }

    private TreeWalk trees(RevCommit commit, RevCommit[] parents) throws IOException {
        var trees = new TreeWalk(reader);
        trees.setRecursive(true);
        if (parents.length == 0) {
            trees.addTree(new EmptyTreeIterator());
        } else {
            trees.addTree(parents[0].getTree());
        }
        trees.addTree(commit.getTree());
        return trees;
    }

    /**
     * The name that a file had in the parent of the commit that added it: of a file that went, else of one that it
     * copies; the same if it is new.
     */
    private String earlierName(RevCommit parent, RevCommit commit, String named) throws IOException {
        RenameDetector detector = Moves.detector(reader);
        ObjectId content = null;
        try (var trees = trees(commit, new RevCommit[] {parent})) {
            trees.setFilter(TreeFilter.ANY_DIFF);
            for (DiffEntry entry : DiffEntry.scan(trees)) {
                boolean source = entry.getChangeType() == DiffEntry.ChangeType.DELETE;
                boolean added = entry.getNewPath().equals(named);
                if (source || added) {
                    detector.add(entry);
                }
                if (added && Copies.isFile(entry.getNewMode().getBits())) {
                    content = entry.getNewId().toObjectId();
                }
            }
        }
        for (DiffEntry entry : detector.compute()) {
            if (entry.getNewPath().equals(named) && entry.getScore() > 0) {
                return entry.getOldPath();
            }
        }
        String copied = content == null ? null : new Copies(reader, named, content).sourceIn(parent.getTree());
        return copied == null ? named : copied;
    }

    @Override
    public void close() {
        walk.close();
    }
}
