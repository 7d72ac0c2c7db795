package io.precinct.deploy;

import io.precinct.core.api.thread.LongLived;
import io.precinct.deploy.ObservedFile.Stamp;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches {@code boundary_path}. A jar that appears or changes is deployed, one that goes is removed. Nothing is taken
 * for whole while it may still be written: its size and time must stand still, and its last bytes, the directory of a
 * zip archive, must be there. A file that is moved into place therefore deploys at once.
 *
 * <p>One thread of its own does all the work. It looks, in place of having the file system tell it: that is the same
 * everywhere, and needs no thread of the JDK, which an {@code OutOfMemoryError} would end for good.
 */
final class BoundaryFolder implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BoundaryFolder.class);

    /** How long size and time of a file stand still before it is looked into. */
    static final Duration SETTLE = Duration.ofMillis(100);
    /** How long a file that is not whole stands still before it is refused. */
    static final Duration STALLED = Duration.ofSeconds(3);
    /** How long a file is gone before that counts: build tools delete before they write. */
    static final Duration GONE = Duration.ofSeconds(1);

    private static final Duration STOP = Duration.ofSeconds(2);
    /** How often it is looked at while nothing is being written. */
    private static final Duration LOOK = Duration.ofMillis(200);

    private final FolderDeployments deployments;
    private final DeploymentFolder staging;
    private final Supplier<Path> path;
    private final Supplier<Long> limit;
    private final Thread thread;
    private final Map<Path, ObservedFile> seen = new HashMap<>();
    private @Nullable Path watched;
    private @Nullable String trouble;
    private boolean firstLook;
    private final CompletableFuture<@Nullable Void> looked = new CompletableFuture<>();
    private volatile boolean closed;

    /**
     * A watch that begins with {@link #start}.
     *
     * @param path the folder, which may change while it is watched
     * @param limit largest jar in bytes
     */
    BoundaryFolder(FolderDeployments deployments, DeploymentFolder staging, Supplier<Path> path, Supplier<Long> limit) {
        this.deployments = deployments;
        this.staging = staging;
        this.path = path;
        this.limit = limit;
        this.thread = LongLived.unstarted("boundary-path", LOG::error, this::run);
    }

    /** Begins to watch; once. */
    synchronized void start() {
        if (!closed && thread.getState() == Thread.State.NEW) {
            thread.start();
        }
    }

    /** Waits until everything that was in the folder at first has been dealt with, for so long at most. */
    void awaitFirstLook(Duration most) throws InterruptedException {
        try {
            looked.get(most.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException _) {
            LOG.warn("what is in {} was not dealt with within {} s; going on", path.get(), most.toSeconds());
        }
    }

    /** Stops watching. A deployment under way gets a moment to end in order before it is interrupted. */
    @Override
    public void close() throws InterruptedException {
        synchronized (this) {
            closed = true;
        }
        looked.complete(null);
        if (thread.getState() != Thread.State.NEW && !thread.join(STOP)) {
            thread.interrupt();
            thread.join(STOP);
        }
    }

    private void run() throws InterruptedException {
        while (!closed) {
            Thread.sleep(look());
        }
    }

    /** Looks at the folder once; returns how soon to look again. */
    private Duration look() {
        try {
            follow();
            // One moment for all files: what is seen together stands still together, whatever holds this thread up.
            long looked = System.nanoTime();
            notice(list());
            removeGone(looked);
            deployWhole(looked);
            firstLook = false;
            trouble = null;
        } catch (NoSuchFileException e) {
            LOG.debug("{} went away while it was read; it is made again", e.getFile());
        } catch (IOException | RuntimeException e) {
            if (!closed && !e.toString().equals(trouble)) {
                LOG.warn("boundary_path {} cannot be watched; trying on", path.get(), e);
            }
            trouble = e.toString();
        }
        boolean pending = seen.values().stream().anyMatch(one -> !one.dealtWith || one.goneSince != 0);
        if (!pending) {
            looked.complete(null);
        }
        return pending ? SETTLE.dividedBy(4) : LOOK;
    }

    /** Turns to the folder that the configuration names now. */
    private void follow() throws IOException {
        Path wanted = path.get().toAbsolutePath().normalize();
        if (!wanted.equals(watched)) {
            seen.clear();
            firstLook = true;
            for (Path known : deployments.known()) {
                if (wanted.equals(known.getParent())) {
                    seen.put(known, ObservedFile.ofEarlierProcess());
                }
            }
            watched = wanted; // last, so that what fails before it is done again
        }
        Files.createDirectories(wanted);
    }

    private Map<Path, Stamp> list() throws IOException {
        Map<Path, Stamp> present = new HashMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder(), BoundaryFolder::named)) {
            for (Path file : files) {
                Stamp stamp = Stamp.of(file);
                if (stamp != null) {
                    present.put(file, stamp);
                }
            }
        }
        return present;
    }

    private Path folder() {
        return Objects.requireNonNull(watched);
    }

    private static boolean named(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.endsWith(".jar") && !name.startsWith(".");
    }

    private void notice(Map<Path, Stamp> present) {
        long now = System.nanoTime();
        present.forEach((file, stamp) -> {
            ObservedFile before = seen.get(file);
            if (before == null || !before.stamp.equals(stamp)) {
                seen.put(file, new ObservedFile(stamp, firstLook, now));
            } else {
                before.goneSince = 0;
            }
        });
        seen.forEach((file, one) -> {
            if (!present.containsKey(file) && one.goneSince == 0) {
                one.goneSince = now;
            }
        });
    }

    private void removeGone(long looked) {
        Set<Stamp> arriving = new HashSet<>();
        seen.values().stream().filter(ObservedFile::isPending).forEach(one -> arriving.add(one.stamp));
        for (Iterator<Map.Entry<Path, ObservedFile>> files = seen.entrySet().iterator(); files.hasNext(); ) {
            Map.Entry<Path, ObservedFile> entry = files.next();
            ObservedFile one = entry.getValue();
            // What was only renamed serves on: it is claimed under its other name before it goes under this one.
            if (one.missed(GONE, looked) && !arriving.contains(one.stamp)) {
                files.remove();
                deployments.gone(entry.getKey());
            }
        }
    }

    private void deployWhole(long looked) throws IOException {
        List<StagedFile> whole = new ArrayList<>();
        Set<Path> unfinished = new HashSet<>();
        for (Map.Entry<Path, ObservedFile> entry : oldestFirst(looked)) {
            Path file = entry.getKey();
            ObservedFile one = entry.getValue();
            boolean stalled = one.still(STALLED, looked);
            if (stalled || ZipAudit.hasWholeDirectory(file)) {
                StagedFile staged = stage(file, one);
                if (staged != null) {
                    whole.add(staged);
                    if (!stalled) {
                        unfinished.add(file);
                    }
                }
            }
        }
        if (!whole.isEmpty()) {
            deploy(whole, unfinished);
        }
    }

    private List<Map.Entry<Path, ObservedFile>> oldestFirst(long looked) {
        return seen.entrySet().stream()
                .filter(entry ->
                        entry.getValue().isPending() && entry.getValue().still(SETTLE, looked))
                .sorted(Comparator.comparingLong(entry -> entry.getValue().stamp.modifiedNanos()))
                .toList();
    }

    /** Copies a file in; null where it changed meanwhile, is too large, or was dealt with by an earlier process. */
    private @Nullable StagedFile stage(Path file, ObservedFile one) throws IOException {
        StagedFile copy;
        try (InputStream in = Files.newInputStream(file)) {
            copy = staging.receive(in, String.valueOf(file.getFileName()), file, limit.get());
        } catch (NoSuchFileException _) {
            return null;
        } catch (DeploymentRefused e) {
            one.dealtWith = true;
            deployments.refuse(file, e.reasons(), one.since);
            return null;
        }
        boolean unchanged = one.stamp.equals(Stamp.of(file));
        if (!unchanged || (one.found && deployments.knows(copy))) {
            one.dealtWith = unchanged;
            staging.discard(copy.path());
            return null;
        }
        return new StagedFile(copy.path(), copy.sha256(), copy.name(), file, one.since);
    }

    private void deploy(List<StagedFile> whole, Set<Path> unfinished) throws IOException {
        Set<Path> later = deployments.arrived(whole, unfinished);
        for (StagedFile staged : whole) {
            Path file = Objects.requireNonNull(staged.folderFile());
            ObservedFile one = seen.get(file);
            if (one != null && !later.contains(file)) {
                one.dealtWith = true;
            }
            staging.discard(staged.path());
        }
    }
}
