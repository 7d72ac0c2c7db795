package io.precinct.deploy.folder;

import io.precinct.core.api.config.DeploySettings;
import io.precinct.core.api.thread.LongLived;
import io.precinct.deploy.folder.ObservedFile.Stamp;
import io.precinct.deploy.store.DeploymentFolder;
import io.precinct.deploy.store.ReceivedFile;
import io.precinct.deploy.swap.FolderDeployments;
import io.precinct.deploy.verify.DeploymentRefused;
import io.precinct.deploy.verify.ZipAudit;
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
 * Watches {@code boundary_path}: deploys a jar that appears or changes, and takes out the bundle of a jar that is
 * deleted. A file may not be completely written, so it counts as complete only once its size and modification time no
 * longer change and the directory at the end of the zip archive exists. A file that is moved into place therefore
 * deploys at once.
 *
 * <p>A separate thread does all the work. It polls, because polling works the same everywhere; a {@code WatchService}
 * needs a thread of the JDK, which an {@code OutOfMemoryError} would end for good.
 */
public final class BoundaryFolder implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BoundaryFolder.class);

    /** How long the size and time of a file must be unchanged before the file is read. */
    static final Duration SETTLE = Duration.ofMillis(100);
    /** How long an incomplete file must be unchanged before it is refused. */
    static final Duration STALLED = Duration.ofSeconds(3);
    /** How long a file must be gone before its bundle is taken out: build tools delete before they write. */
    static final Duration GONE = Duration.ofSeconds(1);

    private static final Duration STOP = Duration.ofSeconds(2);
    /** How often the folder is read while no file is changing. */
    private static final Duration SCAN_INTERVAL = Duration.ofMillis(200);

    private final FolderDeployments deployments;
    private final DeploymentFolder staging;
    private final Supplier<DeploySettings> settings;
    private final Thread thread;
    private final Map<Path, ObservedFile> seen = new HashMap<>();
    private @Nullable Path watched;
    private @Nullable String lastError;
    private boolean firstScan;
    private final CompletableFuture<@Nullable Void> firstScanDone = new CompletableFuture<>();
    private volatile boolean closed;

    /**
     * Prepares a watch that begins with {@link #start}.
     *
     * @param settings name the folder, which may change while it is watched
     */
    public BoundaryFolder(FolderDeployments deployments, DeploymentFolder staging, Supplier<DeploySettings> settings) {
        this.deployments = deployments;
        this.staging = staging;
        this.settings = settings;
        this.thread = LongLived.unstarted("boundary-path", LOG::error, this::run);
    }

    /** Begins to watch; called once. */
    public synchronized void start() {
        if (!closed && thread.getState() == Thread.State.NEW) {
            thread.start();
        }
    }

    /** Waits until all files that are in the folder at first have been handled, but no longer than {@code most}. */
    public void awaitFirstScan(Duration most) throws InterruptedException {
        try {
            firstScanDone.get(most.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException _) {
            LOG.warn("what is in {} was not dealt with within {} s; going on", path(), most.toSeconds());
        }
    }

    /** Stops watching. A deployment under way may take a moment to finish before it is interrupted. */
    @Override
    public void close() throws InterruptedException {
        synchronized (this) {
            closed = true;
        }
        firstScanDone.complete(null);
        if (thread.getState() != Thread.State.NEW && !thread.join(STOP)) {
            thread.interrupt();
            thread.join(STOP);
        }
    }

    private void run() throws InterruptedException {
        while (!closed) {
            Thread.sleep(scan());
        }
    }

    /** Reads the folder once; returns how long to wait before the next time. */
    private Duration scan() {
        try {
            openConfiguredFolder();
            // One time for all files: those seen in one scan become complete in one scan, even if this thread is
            // delayed.
            long scanTime = System.nanoTime();
            observe(list());
            removeGone(scanTime);
            deployComplete(scanTime);
            firstScan = false;
            lastError = null;
        } catch (NoSuchFileException e) {
            LOG.debug("{} went away while it was read; it is made again", e.getFile());
        } catch (IOException | RuntimeException e) {
            if (!closed && !e.toString().equals(lastError)) {
                LOG.warn("boundary_path {} cannot be watched; trying on", path(), e);
            }
            lastError = e.toString();
        }
        boolean pending = seen.values().stream().anyMatch(one -> !one.dealtWith || one.goneSince != 0);
        if (!pending) {
            firstScanDone.complete(null);
        }
        return pending ? SETTLE.dividedBy(4) : SCAN_INTERVAL;
    }

    /** Starts anew if the configuration names another folder, and creates the folder if it is missing. */
    private void openConfiguredFolder() throws IOException {
        Path wanted = path().toAbsolutePath().normalize();
        if (!wanted.equals(watched)) {
            seen.clear();
            firstScan = true;
            for (Path known : deployments.known()) {
                if (wanted.equals(known.getParent())) {
                    seen.put(known, ObservedFile.ofEarlierProcess());
                }
            }
            watched = wanted; // last, so that a failure above is retried
        }
        Files.createDirectories(wanted);
    }

    private Map<Path, Stamp> list() throws IOException {
        Map<Path, Stamp> present = new HashMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder(), BoundaryFolder::isVisibleJar)) {
            for (Path file : files) {
                Stamp stamp = Stamp.of(file);
                if (stamp != null) {
                    present.put(file, stamp);
                }
            }
        }
        return present;
    }

    private Path path() {
        return settings.get().boundaryPath();
    }

    private Path folder() {
        return Objects.requireNonNull(watched);
    }

    private static boolean isVisibleJar(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.endsWith(".jar") && !name.startsWith(".");
    }

    private void observe(Map<Path, Stamp> present) {
        long now = System.nanoTime();
        present.forEach((file, stamp) -> {
            ObservedFile before = seen.get(file);
            if (before == null || !before.stamp.equals(stamp)) {
                seen.put(file, new ObservedFile(stamp, firstScan, now));
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

    private void removeGone(long scanTime) {
        Set<Stamp> arriving = new HashSet<>();
        seen.values().stream().filter(ObservedFile::isPending).forEach(one -> arriving.add(one.stamp));
        for (Iterator<Map.Entry<Path, ObservedFile>> files = seen.entrySet().iterator(); files.hasNext(); ) {
            Map.Entry<Path, ObservedFile> entry = files.next();
            ObservedFile one = entry.getValue();
            // A renamed file keeps serving: its new name is recorded before the old one is removed.
            if (one.missed(GONE, scanTime) && !arriving.contains(one.stamp)) {
                files.remove();
                deployments.gone(entry.getKey());
            }
        }
    }

    private void deployComplete(long scanTime) throws IOException {
        List<ReceivedFile> whole = new ArrayList<>();
        Set<Path> unfinished = new HashSet<>();
        for (Map.Entry<Path, ObservedFile> entry : oldestFirst(scanTime)) {
            Path file = entry.getKey();
            ObservedFile one = entry.getValue();
            boolean stalled = one.still(STALLED, scanTime);
            if (stalled || ZipAudit.hasWholeDirectory(file)) {
                ReceivedFile received = receive(file, one);
                if (received != null) {
                    whole.add(received);
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

    private List<Map.Entry<Path, ObservedFile>> oldestFirst(long scanTime) {
        return seen.entrySet().stream()
                .filter(entry ->
                        entry.getValue().isPending() && entry.getValue().still(SETTLE, scanTime))
                .sorted(Comparator.comparingLong(entry -> entry.getValue().stamp.modifiedNanos()))
                .toList();
    }

    /** Copies a file in; null if it changed meanwhile, is too large, or was handled by an earlier process. */
    private @Nullable ReceivedFile receive(Path file, ObservedFile one) throws IOException {
        ReceivedFile copy;
        try (InputStream in = Files.newInputStream(file)) {
            copy = staging.receive(
                    in, String.valueOf(file.getFileName()), file, settings.get().maxJarBytes());
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
        return new ReceivedFile(copy.path(), copy.sha256(), copy.name(), file, one.since);
    }

    private void deploy(List<ReceivedFile> whole, Set<Path> unfinished) throws IOException {
        Set<Path> later = deployments.arrived(whole, unfinished);
        for (ReceivedFile received : whole) {
            Path file = Objects.requireNonNull(received.folderFile());
            ObservedFile one = seen.get(file);
            if (one != null && !later.contains(file)) {
                one.dealtWith = true;
            }
            staging.discard(received.path());
        }
    }
}
