package io.precinct.config;

import io.precinct.api.settings.SettingsMember;
import io.precinct.api.settings.SettingsPart;
import io.precinct.api.settings.SettingsSource;
import io.precinct.config.settings.InUse;
import io.precinct.config.settings.Section;
import io.precinct.config.settings.SettingsDocument;
import io.precinct.config.settings.SettingsMap;
import io.precinct.config.yaml.Problems;
import io.precinct.core.api.config.Problem;
import io.precinct.core.api.launch.Launch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads and reloads the settings files of domains. When an owner subscribes, its thread reads its part. Later, any
 * thread that finds a reload due reads all parts of all files, one after the other.
 */
public final class SettingsFiles extends FolderReading implements SettingsSource, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SettingsFiles.class);

    private final Path folder;
    private final Function<String, Set<String>> announced;
    private final Function<String, @Nullable String> environment;
    private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();
    private final AtomicLong revisions = new AtomicLong();

    private volatile FileStates files = new FileStates.Collector().done();

    /**
     * Reads files of a folder.
     *
     * @param announced the keys of a file, by its name, that installed bundles own
     * @param environment gives the value of an environment variable, or null
     */
    public SettingsFiles(
            Path folder,
            Function<String, Set<String>> announced,
            Function<String, @Nullable String> environment,
            ReadingStatus status) {
        super(status);
        this.folder = folder;
        this.announced = announced;
        this.environment = environment;
        status.show(Launch.LOADED, List.of());
    }

    /** Starts to watch the files. */
    void follow() {
        watch("precinct-settings-watch");
    }

    @Override
    public AutoCloseable subscribe(SettingsPart part, Owner owner) {
        var subscription = new Subscription(part, owner);
        subscriptions.add(subscription);
        try {
            if (isAnnounced(part)) {
                read(part.file(), List.of(subscription));
                show();
            } else {
                reload(); // the keys of this owner may have been reported to the other owners as unknown
            }
            return subscription;
        } catch (RuntimeException | Error e) {
            subscription.close(); // the caller gets no handle to close it
            throw e;
        }
    }

    private boolean isAnnounced(SettingsPart part) {
        Set<String> keys = announced.apply(part.file());
        return part.members().stream().allMatch(member -> keys.contains(member.key()));
    }

    @Override
    public List<Problem> reload() {
        if (isClosed()) {
            return List.of();
        }
        try {
            subscriptions.stream()
                    .map(one -> one.part.file())
                    .distinct()
                    .forEach(file -> read(
                            file,
                            subscriptions.stream()
                                    .filter(one -> one.part.file().equals(file))
                                    .toList()));
        } finally {
            show(); // also after an Error: otherwise the state would stay "loading"
        }
        return problems();
    }

    /** All problems, including warnings, that the last reading found in the files. */
    public List<Problem> found() {
        return inOrder(subscriptions.stream());
    }

    /** The problems of files that had errors in the last reading. */
    List<Problem> problems() {
        return inOrder(subscriptions.stream().filter(one -> !one.good));
    }

    @Override
    public FileStates files() {
        return files;
    }

    /** Reads a file for some of its owners. Either all of these owners take the new settings, or none does. */
    private void read(String name, List<Subscription> of) {
        long revision = revisions.incrementAndGet();
        Path file = folder.resolve(name);
        var watched = new FileStates.Collector();
        watched.add(file);
        var problems = new Problems();
        SettingsDocument document = SettingsDocument.read(file, environment, problems);
        reportUnknownKeys(document, name, problems);
        // The prepared changes belong to this reading alone: another thread may be reading the same file.
        List<Prepared> prepared = of.stream().map(one -> one.prepare(document)).toList();
        boolean good = !problems.hasErrors() && prepared.stream().noneMatch(each -> each.problems.hasErrors());
        boolean inUse = of.stream().anyMatch(one -> one.taken > 0);
        prepared.forEach(each -> each.subscription.take(each, revision, good, problems.inOrder()));
        log(name, good, inUse, inOrder(of.stream()));
        note(file);
        synchronized (this) {
            files = files.with(watched.done());
        }
    }

    /** Notes whether the file, with the parts of all of its owners, is in use as it was last read. */
    private void note(Path file) {
        boolean mended;
        // Another thread may be reading the same file: no older state may be noted after a newer one.
        synchronized (readings()) {
            List<Subscription> owners = subscriptions.stream()
                    .filter(one -> one.part.file().equals(String.valueOf(file.getFileName())))
                    .toList();
            if (owners.isEmpty()) {
                readings().forget(file);
                return;
            }
            boolean good = owners.stream().allMatch(one -> one.good);
            mended = readings().read(file, good, inOrder(owners.stream()));
        }
        if (mended) {
            LOG.info("{} is good again and in use", file);
        }
    }

    /** Logs problems. Those of a bad file are left out as long as no settings are in use: the launcher prints them. */
    private static void log(String file, boolean good, boolean inUse, List<Problem> problems) {
        if (good || inUse) {
            Problems.log(LOG, problems);
        }
        if (!good && inUse) {
            LOG.error("{} is not good; what was read before stays in use", file);
        }
    }

    /** The problems of these owners in order, each problem once. */
    private static List<Problem> inOrder(Stream<Subscription> of) {
        return of.flatMap(one -> one.problems.stream())
                .distinct()
                .sorted(Problems.IN_ORDER)
                .toList();
    }

    private void reportUnknownKeys(SettingsDocument document, String name, Problems problems) {
        Set<String> known = new TreeSet<>(announced.apply(name));
        subscriptions.stream()
                .filter(one -> one.part.file().equals(name))
                .flatMap(one -> one.part.members().stream())
                .map(SettingsMember::key)
                .forEach(known::add);
        try (Section root = document.section(problems)) {
            known.forEach(root::allow);
        }
    }

    private void againSoon() {
        CompletableFuture.delayedExecutor(AGAIN_SECONDS, TimeUnit.SECONDS).execute(this::reload);
    }

    @Override
    void show() {
        briefly(() -> {
            boolean good = subscriptions.stream().allMatch(one -> one.good);
            show(isSettling() ? Launch.LOADING : good ? Launch.LOADED : Launch.FAILED, found());
        });
    }

    /**
     * The change that an owner has prepared for one reading.
     *
     * @param inUse the values that are in use once the change has taken effect
     */
    private record Prepared(Subscription subscription, Runnable change, Problems problems, InUse inUse) {}

    /** The subscription of one owner. It never takes an older reading after a newer one, whichever thread reads. */
    private final class Subscription implements AutoCloseable {
        private final SettingsPart part;
        private final Owner owner;
        private InUse inUse = new InUse();
        private volatile boolean ended;
        private volatile boolean good;
        private volatile List<Problem> problems = List.of();
        private long read;
        private volatile long taken;

        Subscription(SettingsPart part, Owner owner) {
            this.part = part;
            this.owner = owner;
        }

        synchronized Prepared prepare(SettingsDocument document) {
            var found = new Problems();
            InUse next = inUse.copy();
            Section root = document.section(found);
            Runnable change = () -> {};
            try {
                change = owner.prepare(SettingsMap.read(root, part.members(), document.folder(), next));
            } catch (RuntimeException e) {
                LOG.error("an owner of {} failed on it", part.file(), e);
                found.error(root.at(), "it cannot be read: " + e, "please report this; the log has more");
            }
            return new Prepared(this, change, found, next);
        }

        synchronized void take(Prepared mine, long revision, boolean all, List<Problem> ofFile) {
            if (revision < read || ended || isClosed()) {
                return;
            }
            read = revision;
            List<Problem> found = new ArrayList<>(ofFile);
            found.addAll(mine.problems.inOrder());
            problems = List.copyOf(found);
            good = all;
            if (all) {
                taken = revision;
                mine.inUse.take();
                inUse = mine.inUse;
                run(mine.change);
            } else {
                List<String> errors = found.stream()
                        .filter(problem -> !problem.warning())
                        .map(Problem::line)
                        .toList();
                run(() -> owner.refused(errors));
            }
        }

        private void run(Runnable change) {
            try {
                change.run();
            } catch (RuntimeException | LinkageError | AssertionError e) {
                LOG.error("an owner failed to take what {} says", part.file(), e);
            } catch (Error e) {
                // The file is not the cause, and the cause may pass: for example, memory may be free again.
                LOG.error("{} is read again, since an owner could not take what it says", part.file(), e);
                againSoon();
            }
        }

        @Override
        public void close() {
            ended = true;
            subscriptions.remove(this);
            note(folder.resolve(part.file()));
            show();
        }
    }

    @Override
    public void close() {
        end();
    }
}
