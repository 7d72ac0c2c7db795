package io.precinct.source.git;

import io.precinct.source.api.History;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.SourceLimits;
import io.precinct.source.pattern.AnnotationFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ref.SoftReference;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.eclipse.jgit.errors.LargeObjectException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevWalk;
import org.jspecify.annotations.Nullable;

/** A commit in a clone, or the empty content of a repository without any. Thread-safe. */
public final class GitCommit implements CommitTree {
    private static final int MOST_LOOKED_AT = 100_000;
    private static final Comparator<TreeFile> BY_PATH = Comparator.comparing(TreeFile::path, PathRules::compare);

    private final Origin origin;
    private final ObjectId id;
    private final Map<String, Look> looks = new ConcurrentHashMap<>();
    private final Map<String, Long> sizes = new ConcurrentHashMap<>();
    private volatile SoftReference<List<TreeFile>> files = new SoftReference<>(null);
    private volatile @Nullable TreeFile root;
    private volatile @Nullable GitAttributes attributes;
    /** Until all files are listed. */
    private volatile @Nullable GitAttributes few;

    /**
     * The origin of commits.
     *
     * @param repository name
     * @param grammars languages that may be parsed
     * @param annotations annotation formats besides {@code @tag:id}
     * @param store their clone
     * @param firstSeen when each content was first seen
     * @param damaged receives failures to read what should be there
     */
    record Origin(
            String repository,
            List<String> grammars,
            List<AnnotationFormat> annotations,
            Clone store,
            FirstSeenTimes firstSeen,
            Consumer<IOException> damaged) {
        /** Turns a failure to read into 503 {@code repository_failed}. Damage is reported. */
        SourceFault unreadable(IOException failure) {
            tellDamage(failure);
            return SourceFault.of(
                    503,
                    "repository_failed",
                    "the clone of " + repository + " cannot be read: " + failure.getMessage());
        }

        void tellDamage(IOException failure) {
            if (Clone.isDamage(failure)) {
                damaged.accept(failure);
            }
        }
    }

    GitCommit(Origin origin, ObjectId id) {
        this.origin = origin;
        this.id = id;
    }

    private <T extends @Nullable Object> T reading(ReaderPool.Reading<T> work) {
        try {
            return origin.store().readers().reading(work);
        } catch (LargeObjectException e) {
            throw SourceFault.of(413, "too_large", "the file is too large to be held in memory: fetch it raw");
        } catch (IOException e) {
            throw origin.unreadable(e);
        }
    }

    private TreeFile root() {
        TreeFile known = root;
        if (known == null) {
            known = reading(reader -> new TreeReader(reader).root(id));
            root = known;
        }
        return known;
    }

    @Override
    public String repository() {
        return origin.repository();
    }

    @Override
    public String id() {
        return id.name();
    }

    @Override
    public @Nullable Instant committedAt() {
        if (id.equals(Clone.Head.NONE)) {
            return null;
        }
        return reading(reader -> {
            try (var walk = new RevWalk(reader)) {
                return Instant.ofEpochSecond(walk.parseCommit(id).getCommitTime());
            }
        });
    }

    @Override
    public List<String> grammars() {
        return origin.grammars();
    }

    @Override
    public List<AnnotationFormat> annotations() {
        return origin.annotations();
    }

    @Override
    public synchronized List<TreeFile> files() {
        List<TreeFile> known = files.get();
        if (known == null) {
            known = List.copyOf(walk(root(), null, Integer.MAX_VALUE));
            files = new SoftReference<>(known);
        }
        return known;
    }

    @Override
    public @Nullable TreeFile find(String path) {
        List<TreeFile> listed = files.get();
        if (listed != null) {
            int at = Collections.binarySearch(listed, new TreeFile(path, 0, ""), BY_PATH);
            if (at >= 0) {
                return listed.get(at);
            }
        }
        TreeFile top = root();
        return reading(reader -> new TreeReader(reader).find(top, path));
    }

    @Override
    public List<TreeFile> list(TreeFile folder, @Nullable String after, int limit) {
        return reading(reader -> new TreeReader(reader).list(folder, after, limit));
    }

    @Override
    public List<TreeFile> walk(TreeFile folder, @Nullable String after, int limit) {
        return reading(reader -> new TreeReader(reader).walk(folder, after, limit));
    }

    @Override
    public FileAttributes attributes(String path) {
        GitAttributes known = attributes;
        List<TreeFile> listed = files.get();
        if (known == null && listed != null) {
            known = GitAttributes.of(repository(), listed, this::small);
            attributes = known;
        }
        if (known == null) {
            // To list all files for the sake of a few takes longer than anything else about them.
            known = few;
            if (known == null) {
                known = GitAttributes.lazily(repository(), at -> {
                    TreeFile file = find(at);
                    return file == null || !file.isFile() ? null : small(file);
                });
                few = known;
            }
        }
        return known.of(path);
    }

    private byte @Nullable [] small(TreeFile file) {
        return size(file.blob()) > TreeReader.LARGEST_FOR_GIT ? null : read(file.blob());
    }

    @Override
    public byte[] read(String blob) {
        return reading(reader -> {
            // Not a copy: no reader writes into it.
            byte[] bytes =
                    reader.open(ObjectId.fromString(blob), Constants.OBJ_BLOB).getCachedBytes(Integer.MAX_VALUE - 16);
            Checksum sum = new Checksum(bytes.length);
            sum.update(bytes);
            sum.check(blob);
            return bytes;
        });
    }

    @Override
    public long size(String blob) {
        Long known = sizes.get(blob);
        if (known != null) {
            return known;
        }
        long size = reading(reader -> reader.getObjectSize(ObjectId.fromString(blob), Constants.OBJ_BLOB));
        if (sizes.size() < MOST_LOOKED_AT) {
            sizes.put(blob, size);
        }
        return size;
    }

    @Override
    public void copy(String blob, OutputStream out) throws IOException {
        try (ObjectReader reader = origin.store().repository().newObjectReader()) {
            ObjectLoader content = reader.open(ObjectId.fromString(blob), Constants.OBJ_BLOB);
            Checksum sum = new Checksum(content.getSize());
            content.copyTo(sum.over(out));
            sum.check(blob);
        } catch (MissingObjectException e) {
            throw origin.unreadable(e);
        } catch (IOException e) {
            origin.tellDamage(e);
            throw e; // mostly the receiver's failure
        }
    }

    @Override
    public byte[] head(String blob) {
        return reading(reader -> {
            try (var in =
                    reader.open(ObjectId.fromString(blob), Constants.OBJ_BLOB).openStream()) {
                return in.readNBytes(FileContent.SNIFFED);
            }
        });
    }

    @Override
    public History history(SourceLimits limits) {
        return new GitHistory(origin, id, limits, this::attributes);
    }

    @Override
    public Look look(String blob, long size) {
        Look known = looks.get(blob);
        if (known != null) {
            return known;
        }
        Look look = Look.at(head(blob), size);
        if (looks.size() < MOST_LOOKED_AT) {
            looks.put(blob, look);
        }
        return look;
    }

    @Override
    public long firstSeen(String path, String blob) {
        return origin.firstSeen().first(path, blob, System.currentTimeMillis() / 1000);
    }

    @Override
    public void rest() {
        origin.store().readers().forget();
    }
}
