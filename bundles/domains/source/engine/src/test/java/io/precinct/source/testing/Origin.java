package io.precinct.source.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.TreeMap;
import org.eclipse.jgit.dircache.DirCache;
import org.eclipse.jgit.dircache.DirCacheBuilder;
import org.eclipse.jgit.dircache.DirCacheEntry;
import org.eclipse.jgit.lib.CommitBuilder;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.lib.RefUpdate;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.lib.TagBuilder;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.jspecify.annotations.Nullable;

/** A repository that others clone, with a history made by the test. Every commit is of the same second. */
public final class Origin implements AutoCloseable {
    private static final PersonIdent SOMEBODY = new PersonIdent(
            "Somebody",
            "somebody@example.org",
            java.time.Instant.ofEpochSecond(1_000_000_000),
            java.time.ZoneOffset.UTC);

    private final Repository repository;
    private final TreeMap<String, Entry> files = new TreeMap<>();
    private String branch = "main";
    private @Nullable ObjectId tip;

    private record Entry(FileMode mode, ObjectId id) {}

    /** A bare one in an empty folder, its HEAD on {@code main}. */
    public Origin(Path folder) {
        try {
            repository = new FileRepositoryBuilder()
                    .setGitDir(folder.toFile())
                    .setBare()
                    .build();
            repository.create(true);
            repository.updateRef(Constants.HEAD).link(Constants.R_HEADS + branch);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Repository repository() {
        return repository;
    }

    public Path folder() {
        return repository.getDirectory().toPath();
    }

    public Origin with(String path, String text) {
        return with(path, text.getBytes(StandardCharsets.UTF_8));
    }

    public Origin with(String path, byte[] content) {
        return with(path, FileMode.REGULAR_FILE, content);
    }

    public Origin symlink(String path, String target) {
        return with(path, FileMode.SYMLINK, target.getBytes(StandardCharsets.UTF_8));
    }

    public Origin submodule(String path, String commit) {
        files.put(path, new Entry(FileMode.GITLINK, ObjectId.fromString(commit)));
        return this;
    }

    private Origin with(String path, FileMode mode, byte[] content) {
        try (ObjectInserter inserter = repository.newObjectInserter()) {
            files.put(path, new Entry(mode, inserter.insert(Constants.OBJ_BLOB, content)));
            inserter.flush();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Origin without(String path) {
        files.remove(path);
        return this;
    }

    /** Commits what was put together, onto the branch; returns the id. */
    public String commit() {
        try (ObjectInserter inserter = repository.newObjectInserter()) {
            DirCache index = DirCache.newInCore();
            DirCacheBuilder builder = index.builder();
            files.forEach((path, entry) -> {
                var added = new DirCacheEntry(path);
                added.setFileMode(entry.mode());
                added.setObjectId(entry.id());
                builder.add(added);
            });
            builder.finish();
            var commit = new CommitBuilder();
            commit.setTreeId(index.writeTree(inserter));
            if (tip != null) {
                commit.setParentId(tip);
            }
            commit.setAuthor(SOMEBODY);
            commit.setCommitter(SOMEBODY);
            commit.setMessage("change");
            ObjectId id = inserter.insert(commit);
            inserter.flush();
            point(Constants.R_HEADS + branch, id);
            tip = id;
            return id.name();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Goes on with a branch, a new one from where it stands. */
    public Origin branch(String name) {
        branch = name;
        if (tip != null) {
            point(Constants.R_HEADS + name, tip);
        }
        return this;
    }

    public void delete(String ref) {
        try {
            RefUpdate update = repository.updateRef(ref);
            update.setForceUpdate(true);
            update.delete();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Puts the branch back, as a forced push does. The files stay as they are put together. */
    public Origin reset(String commit) {
        tip = ObjectId.fromString(commit);
        point(Constants.R_HEADS + branch, tip);
        return this;
    }

    /** An annotated tag of the tip. */
    public Origin tag(String name) {
        try (ObjectInserter inserter = repository.newObjectInserter()) {
            var tag = new TagBuilder();
            tag.setTag(name);
            tag.setObjectId(tip, Constants.OBJ_COMMIT);
            tag.setTagger(SOMEBODY);
            tag.setMessage(name);
            ObjectId id = inserter.insert(tag);
            inserter.flush();
            point(Constants.R_TAGS + name, id);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void point(String ref, ObjectId id) {
        try {
            RefUpdate update = repository.updateRef(ref);
            update.setNewObjectId(id);
            update.setForceUpdate(true);
            RefUpdate.Result result = update.update();
            if (result == RefUpdate.Result.LOCK_FAILURE || result == RefUpdate.Result.REJECTED) {
                throw new IllegalStateException(ref + ": " + result);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        repository.close();
    }
}
