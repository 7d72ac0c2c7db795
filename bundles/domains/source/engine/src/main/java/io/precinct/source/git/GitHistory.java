package io.precinct.source.git;

import io.precinct.source.api.FileEntry;
import io.precinct.source.api.History;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.SourceLimits;
import io.precinct.source.git.TimedReader.Limit;
import io.precinct.source.git.TimedReader.TimeOver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.eclipse.jgit.errors.DiffInterruptedException;
import org.eclipse.jgit.errors.IncorrectObjectTypeException;
import org.eclipse.jgit.errors.LargeObjectException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevWalk;
import org.jspecify.annotations.Nullable;

/** The history of a commit in a clone. It uses readers of the pool, each question within its time. Thread-safe. */
final class GitHistory implements History {
    private final GitCommit.Origin origin;
    private final ObjectId id;
    private final SourceLimits limits;
    private final Function<String, FileAttributes> attributes;

    /** @param attributes what the commit declares about a path */
    GitHistory(GitCommit.Origin origin, ObjectId id, SourceLimits limits, Function<String, FileAttributes> attributes) {
        this.origin = origin;
        this.id = id;
        this.limits = limits;
        this.attributes = attributes;
    }

    /** @param late the code of the fault if the time is over */
    private <T> T timed(String late, ReaderPool.Reading<T> work) {
        var limit = new Limit(limits.queryTime());
        try {
            return origin.store().readers().reading(reader -> work.read(new TimedReader(reader, limit)));
        } catch (TimeOver e) {
            throw SourceFault.of(
                    504,
                    late,
                    "the history of " + origin.repository() + " could not be looked through within "
                            + limits.queryTime().toMillis() + " ms");
        } catch (DiffInterruptedException e) {
            Thread.currentThread().interrupt();
            throw SourceFault.of(503, "interrupted", "the service gave the request up");
        } catch (LargeObjectException e) {
            throw SourceFault.of(413, "too_large", "the file was too large to be held in memory");
        } catch (IOException e) {
            throw origin.unreadable(e);
        }
    }

    // @req:source-refs
    @Override
    public ResultPage<Name> branches(PageRequest window) {
        return timed("history_timeout", reader -> new BranchesAndTags(origin.store(), reader).branches(window));
    }

    // @req:source-refs
    @Override
    public ResultPage<Name> tags(PageRequest window) {
        return timed("history_timeout", reader -> new BranchesAndTags(origin.store(), reader).tags(window));
    }

    // @req:source-commits
    @Override
    public ResultPage<Revision> commits(@Nullable String path, PageRequest window) {
        CommitKey key = window.after() == null ? null : CommitKey.read(window.after());
        if (key != null && (key.path() == null) != (path == null)) {
            throw CommitKey.bad();
        }
        return timed("history_timeout", reader -> {
            boolean follow = path != null && isFile(reader, path);
            if (id.equals(Clone.Head.NONE)) {
                return new ResultPage<>(List.of(), null, null, List.of());
            }
            if (key == null) {
                return page(begun(reader, path, follow, null), window.limit());
            }
            checkCommits(reader, List.of(key.last()));
            checkCommits(reader, key.pending());
            if (!key.pending().isEmpty()) {
                try (var walk = new CommitWalk(reader, Mailmap.of(reader, id), path, follow)) {
                    walk.resume(key);
                    return page(walk, window.limit());
                } catch (CommitWalk.Ambiguous e) {
                    // Only a walk from the beginning knows which commits it passed.
                }
            }
            return page(begun(reader, path, follow, key.last()), window.limit());
        });
    }

    @Override
    public boolean isFile(String commit, String path) {
        PathRules.check(path);
        return timed("history_timeout", reader -> {
            var trees = new TreeReader(reader);
            try {
                TreeFile found = trees.find(trees.root(ObjectId.fromString(commit)), path);
                return found != null && found.isFile();
            } catch (MissingObjectException e) {
                return false; // a shallow clone ends before it
            }
        });
    }

    private boolean isFile(ObjectReader reader, String path) throws IOException {
        PathRules.check(path);
        var trees = new TreeReader(reader);
        TreeFile found = trees.find(trees.root(id), path);
        if (found == null) {
            throw SourceFault.of(
                    404, "unknown_path", origin.repository() + " has nothing at " + path + " in " + id.name());
        }
        return !found.isFolder();
    }

    /** Checks the commits of a key: it comes from a client, so they may be anything. */
    private static void checkCommits(ObjectReader reader, List<ObjectId> named) throws IOException {
        try (var walk = new RevWalk(reader)) {
            for (ObjectId each : named) {
                walk.parseCommit(each);
            }
        } catch (MissingObjectException | IncorrectObjectTypeException e) {
            throw CommitKey.bad();
        }
    }

    /** @param last the commit after which to continue, or null for the beginning */
    private CommitWalk begun(ObjectReader reader, @Nullable String path, boolean follow, @Nullable ObjectId last)
            throws IOException {
        var walk = new CommitWalk(reader, Mailmap.of(reader, id), path, follow);
        walk.begin(id);
        while (last != null && !last.equals(walk.last())) {
            if (walk.isDone()) {
                throw CommitKey.bad();
            }
            walk.step();
        }
        return walk;
    }

    private static ResultPage<Revision> page(CommitWalk walk, int limit) throws IOException {
        var revisions = new ArrayList<Revision>();
        ObjectId before = walk.last();
        try (walk) {
            while (revisions.size() < limit && !walk.isDone()) {
                Revision revision = walk.step();
                if (revision != null) {
                    revisions.add(revision);
                }
            }
        } catch (TimeOver e) {
            ObjectId last = walk.last();
            if (last == null || last.equals(before)) {
                throw e;
            }
            return new ResultPage<>(revisions, walk.key().text(), ResultPage.TIME, List.of());
        }
        return new ResultPage<>(
                revisions, walk.isDone() ? null : walk.key().text(), walk.endedShallow() ? SHALLOW : null, List.of());
    }

    // @req:source-blame
    @Override
    public ResultPage<Run> blame(FileEntry file, int from, int to) {
        var limit = new Limit(limits.queryTime());
        return timed(
                "blame_timeout",
                reader -> new Blame(new TimedRepository(origin.store().repository(), reader, limit))
                        .of(id, file.path(), from, to));
    }

    // @req:source-diff
    @Override
    public ResultPage<FileChange> diff(String from, @Nullable String path, PageRequest window) {
        if (path != null) {
            PathRules.check(path);
        }
        ObjectId began = window.after() == null ? ObjectId.fromString(from) : TreeDiff.from(window.after());
        return timed("diff_timeout", reader -> {
            if (window.after() != null && !began.equals(Clone.Head.NONE)) {
                checkCommits(reader, List.of(began));
            }
            return new TreeDiff(
                            reader,
                            limits.inlineBytes(),
                            changed -> attributes.apply(changed).isBinary())
                    .of(began, id, path, window);
        });
    }
}
