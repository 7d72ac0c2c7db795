package io.precinct.source.git;

import io.precinct.common.cache.WeightedLru;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import org.eclipse.jgit.api.Git;
import org.eclipse.jgit.api.errors.GitAPIException;
import org.eclipse.jgit.errors.CorruptObjectException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bare clone on disk. Objects are only ever added, so a fetch never disturbs the reading of a commit by its id.
 * Thread-safe for reading during one fetch.
 */
final class Clone implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Clone.class);
    private static final int MOST_PACKS = 50;
    /** Git removes no pack that is younger, although a later one has all that is in it. */
    private static final Duration YOUNG = Duration.ofHours(1);

    private static final int MOST_TARGETS = 100_000;

    private static final String SERVED = "precinct-served";

    private final Path folder;
    private final Repository repository;
    private final ReaderPool readers;
    /** The commits that tags and branches lead to, by the objects that these name, which never change. */
    private final WeightedLru<ObjectId, BranchesAndTags.Target> targets = WeightedLru.ofEntries(MOST_TARGETS);

    /** When packs were last combined. Only the thread that fetches uses it. */
    private Instant tidied = Instant.MIN;

    private Clone(Path folder) throws IOException {
        IsolatedGitSystem.install();
        this.folder = folder;
        repository =
                new FileRepositoryBuilder().setGitDir(folder.toFile()).setBare().build();
        readers = new ReaderPool(repository);
    }

    /**
     * The served head.
     *
     * @param commit the followed one, or {@link #NONE}
     * @param ref in its short form: {@code main}
     * @param fetchedAt when it was fetched
     */
    record Head(ObjectId commit, String ref, Instant fetchedAt) {
        /** Stands for the commit of a repository that has none yet. */
        static final ObjectId NONE = ObjectId.zeroId();

        boolean isEmpty() {
            return commit.equals(NONE);
        }
    }

    /** What branches and tags lead to, as far as somebody asked. */
    WeightedLru<ObjectId, BranchesAndTags.Target> targets() {
        return targets;
    }

    /** Creates a clone in an empty folder. */
    static Clone create(Path folder) throws IOException {
        var clone = new Clone(folder);
        clone.repository.create(true);
        return clone;
    }

    /** Opens the clone in a folder. What a killed process left half done in it is removed. */
    static Clone open(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (Path file : files.toList()) {
                if (isHalfDone(folder.relativize(file)) && Files.isRegularFile(file)) {
                    Files.delete(file);
                }
            }
        }
        return new Clone(folder);
    }

    private static boolean isHalfDone(Path file) {
        String name = String.valueOf(file.getFileName());
        // Branches and tags are files with any other name.
        boolean named = file.startsWith("refs") || file.startsWith("logs");
        return name.endsWith(".lock") || (!named && (name.startsWith("incoming_") || name.endsWith(".tmp")));
    }

    Path folder() {
        return folder;
    }

    Repository repository() {
        return repository;
    }

    ReaderPool readers() {
        return readers;
    }

    /** The head that was last served, or null. */
    @Nullable
    Head head() throws IOException {
        Path file = folder.resolve(SERVED);
        if (!Files.exists(file)) {
            return null;
        }
        List<String> lines = Files.readAllLines(file);
        if (lines.size() < 3 || !ObjectId.isId(lines.get(0))) {
            return null;
        }
        try {
            return new Head(ObjectId.fromString(lines.get(0)), lines.get(1), Instant.parse(lines.get(2)));
        } catch (DateTimeParseException e) {
            LOG.warn("{} is damaged: {}", file, e.getMessage());
            return null;
        }
    }

    void keep(Head head) throws IOException {
        Path written = folder.resolve(SERVED + ".new");
        Files.write(
                written,
                List.of(head.commit().name(), head.ref(), head.fetchedAt().toString()));
        Files.move(written, folder.resolve(SERVED), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Why a commit cannot be served from here, or null: every folder must be readable and every file present. */
    @Nullable
    String damage(ObjectId commit) {
        try (ObjectReader reader = repository.newObjectReader()) {
            var trees = new TreeReader(reader);
            for (TreeFile file : trees.walk(trees.root(commit), null, Integer.MAX_VALUE)) {
                if (!file.isSubmodule() && !reader.has(ObjectId.fromString(file.blob()))) {
                    return file.path() + " is missing";
                }
            }
            return null;
        } catch (IOException | RuntimeException e) {
            // Git's own classes throw both if the bytes are not what they should be.
            return String.valueOf(e.getMessage());
        }
    }

    /** True if a failure to read means that the clone is damaged, not that this machine lacks resources. */
    static boolean isDamage(IOException failure) {
        return failure instanceof MissingObjectException || failure instanceof CorruptObjectException;
    }

    /**
     * Combines packs if fetches left many, since every look-up searches them all. Nothing is dropped: objects that no
     * branch leads to any more are kept one by one. Git leaves younger packs alone, and so anyone who is reading them;
     * to combine those would only add another copy of everything.
     */
    void tidy() throws IOException {
        Instant now = Instant.now();
        Instant youngest = now.minus(YOUNG);
        if (tidied.isAfter(youngest) || packsBefore(youngest) <= MOST_PACKS) {
            return;
        }
        tidied = now;
        LOG.debug("the packs of {} are put together", folder);
        readers.forget();
        try {
            Git.wrap(repository).gc().setExpire(Instant.EPOCH).call();
        } catch (GitAPIException e) {
            throw new IOException("the packs of " + folder + " cannot be put together: " + e.getMessage(), e);
        }
    }

    private int packsBefore(Instant time) throws IOException {
        int count = 0;
        try (var packs = Files.newDirectoryStream(folder.resolve("objects").resolve("pack"), "*.pack")) {
            for (Path pack : packs) {
                if (Files.getLastModifiedTime(pack).toInstant().isBefore(time)) {
                    count++;
                }
            }
        }
        return count;
    }

    @Override
    public void close() {
        readers.close();
        repository.close();
    }
}
