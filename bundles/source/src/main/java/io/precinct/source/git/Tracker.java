package io.precinct.source.git;

import io.precinct.source.api.RefreshJob;
import io.precinct.source.api.RepositoryStatus.Progress;
import io.precinct.source.api.SourceFault;
import io.precinct.source.settings.RepositorySettings;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A configured repository: clones it, fetches it on its own schedule and thread, and hands out commits. Whatever fails
 * here delays no other repository; its thread is one of the platform, which busy requests cannot starve. Thread-safe.
 */
public final class Tracker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Tracker.class);
    private static final int REMEMBERED_JOBS = 100;
    private static final int REMEMBERED_COMMITS = 16;
    /** Whoever asks while a fetch is under way gets another round of it, but not for ever. */
    private static final int MOST_ROUNDS = 10;

    private final RepositorySettings settings;
    private final Consumer<Commit> fetched;
    private final Work work;
    private final Backoff backoff =
            new Backoff(() -> ThreadLocalRandom.current().nextDouble());
    private final Map<String, Job> jobs = new LinkedHashMap<>();
    private final Map<ObjectId, GitCommit> commits = new LinkedHashMap<>(16, 0.75f, true);
    private final Thread thread;
    private volatile @Nullable Served served;
    private State state = State.QUEUED;
    private @Nullable Job current;
    private boolean opened;
    private boolean joined;
    private boolean damaged;
    private boolean settled;
    private boolean closed;
    private int failures;
    private @Nullable Instant next = Instant.EPOCH;
    private @Nullable String lastError;

    /** How a repository is. */
    public enum State {
        /** Its turn has not come. */
        QUEUED,
        /** Nothing to serve yet. */
        CLONING,
        /** Serves what the remote had at the last fetch. */
        READY,
        /** Serves, and fetches. */
        REFRESHING,
        /** Serves what it has: the last fetch failed. */
        STALE,
        /** Nothing to serve, and the last clone failed. */
        FAILED
    }

    /** What is served: a clone, and the commit that is followed in it. */
    record Served(Clone store, Clone.Head head) {}

    /**
     * How a repository is now; see {@link io.precinct.source.api.RepositoryStatus}.
     *
     * @param settled whether it was ready or failed once, so that nobody waits for it any more
     * @param progress of a fetch under way, or null
     */
    public record Condition(
            State state,
            @Nullable String ref,
            @Nullable String commit,
            @Nullable Instant fetchedAt,
            @Nullable Instant nextRefreshAt,
            @Nullable String lastError,
            boolean settled,
            @Nullable Progress progress) {}

    /**
     * A commit and how it was come by.
     *
     * @param ref as it was asked for, or what is followed
     * @param stale whether the remote may have moved on
     * @param pinned whether the ref is the full id of the commit
     */
    public record Snapshot(GitCommit commit, String ref, Instant fetchedAt, boolean stale, boolean pinned) {}

    /**
     * Begins at once, on a thread of its own.
     *
     * @param storage is used until that thread ends
     * @param before the tracker of the same url that this one takes over from, closed, or null
     * @param fetched is told of every new commit that is followed, on the thread of this tracker; returns quickly
     */
    Tracker(RepositorySettings settings, Storage storage, @Nullable Tracker before, Consumer<Commit> fetched) {
        this.settings = settings;
        this.fetched = fetched;
        this.work = new Work(settings, storage);
        if (before != null && before.served != null) {
            served = before.served;
            state = State.READY;
            settled = true;
        }
        Thread earlier = before == null ? null : before.thread;
        thread = Thread.ofPlatform()
                .daemon()
                .name("precinct-source-" + settings.name())
                .start(() -> follow(earlier));
    }

    /** What it was made with. */
    public RepositorySettings settings() {
        return settings;
    }

    private void follow(@Nullable Thread earlier) {
        try {
            if (earlier != null) {
                earlier.join(); // it may be writing into the same folder
            }
            try {
                open();
            } catch (IOException e) {
                LOG.debug("repository {}: the first fetch tries again, and tells", settings.name(), e);
            }
            while (true) {
                Job job = await();
                if (job == null) {
                    return;
                }
                run(job);
            }
        } catch (InterruptedException e) {
            LOG.debug("repository {} is not followed any more", settings.name());
        } finally {
            end();
        }
    }

    /** Serves what an earlier process left, without asking anybody. */
    private void open() throws IOException {
        if (opened) {
            return;
        }
        work.open();
        opened = true;
        Served found = served;
        if (found == null) {
            found = work.existing();
        }
        if (found == null) {
            return;
        }
        synchronized (this) {
            served = found;
            state = State.READY;
            settled = true;
            next = settings.refresh().isZero() ? null : Instant.EPOCH;
        }
        work.keepOnly(found.store());
        fetched.accept(commit(found, found.head().commit()));
    }

    private synchronized @Nullable Job await() throws InterruptedException {
        while (!closed) {
            long wait = next == null
                    ? Long.MAX_VALUE
                    : Duration.between(Instant.now(), next).toMillis();
            if (current != null || wait <= 0) {
                return current == null ? begin() : current;
            }
            wait(Math.min(wait, Duration.ofDays(1).toMillis()));
        }
        return null;
    }

    private Job begin() {
        var job = new Job(UUID.randomUUID().toString());
        jobs.put(job.id(), job);
        if (jobs.size() > REMEMBERED_JOBS) {
            jobs.remove(jobs.keySet().iterator().next());
        }
        current = job;
        return job;
    }

    private void run(Job job) {
        boolean anew;
        synchronized (this) {
            state = served == null ? State.CLONING : State.REFRESHING;
            anew = damaged;
            joined = false;
        }
        job.run();
        try {
            open();
            Served before = served;
            Work.Brought brought = work.fetch(before, anew);
            for (int round = 1; !succeed(job, before, brought, round == MOST_ROUNDS); round++) {
                Work.Brought more = work.fetch(brought.served(), false);
                brought = new Work.Brought(more.served(), work.change(before, more.served()));
            }
        } catch (IOException | RuntimeException | LinkageError | OutOfMemoryError | StackOverflowError e) {
            LOG.debug("repository {}", settings.name(), e);
            fail(job, work.reason(e));
        }
    }

    /** False where somebody asked meanwhile, who may know of commits that came after this fetch looked. */
    private boolean succeed(Job job, @Nullable Served before, Work.Brought brought, boolean last) {
        Served now = brought.served();
        boolean moved =
                before == null || !before.head().commit().equals(now.head().commit());
        synchronized (this) {
            if (joined && !last) {
                joined = false;
                return false;
            }
            if (before == null || before.store() != now.store()) {
                commits.clear();
                damaged = false;
            }
            served = now;
            state = State.READY;
            settled = true;
            failures = 0;
            lastError = null;
            current = null;
            next = joined
                    ? Instant.EPOCH
                    : settings.refresh().isZero() ? null : Instant.now().plus(settings.refresh());
        }
        if (moved) {
            LOG.info(
                    "repository {}: {} at {}, {} paths changed",
                    settings.name(),
                    now.head().ref(),
                    now.head().commit().name(),
                    brought.change().changed().size());
        }
        job.done(brought.change());
        if (before == null || moved || before.store() != now.store()) {
            fetched.accept(commit(now, now.head().commit()));
        }
        return true;
    }

    private void fail(Job job, String why) {
        Instant again;
        synchronized (this) {
            if (closed) {
                current = null;
                job.failed("the service ceased to follow this repository");
                return;
            }
            boolean content = served != null;
            failures++;
            state = content ? State.STALE : State.FAILED;
            settled = true;
            lastError = why;
            current = null;
            // Fetched by hand only: that it has nothing at all is no state to wait for a hand in.
            boolean manual = settings.refresh().isZero() && content && !damaged;
            next = manual ? null : Instant.now().plus(backoff.after(settings.refresh(), failures, content));
            again = next;
        }
        LOG.warn(
                "repository {}: cannot be fetched, {}: {}",
                settings.name(),
                again == null ? "and is not tried again of its own accord" : "next try at " + again,
                why);
        job.failed(why);
    }

    private void end() {
        Job left;
        synchronized (this) {
            left = current;
            current = null;
        }
        if (left != null) {
            left.failed("the service ceased to follow this repository");
        }
        work.close();
    }

    /** How it is now. */
    public synchronized Condition condition() {
        Served now = served;
        Progress progress = current == null ? null : work.progress();
        return new Condition(
                state,
                now == null ? settings.ref() : now.head().ref(),
                now == null ? null : now.head().commit().name(),
                now == null ? null : now.head().fetchedAt(),
                Instant.EPOCH.equals(next) ? Instant.now() : next,
                lastError,
                settled,
                progress);
    }

    /**
     * What it holds at a ref.
     *
     * @param ref null for what is followed
     * @throws SourceFault 503 {@code cloning} or {@code repository_failed}, 404 {@code unknown_ref}
     */
    public Snapshot snapshot(@Nullable String ref) {
        Served now;
        boolean stale;
        synchronized (this) {
            now = served;
            stale = lastError != null;
            if (now == null) {
                throw lastError == null
                        ? SourceFault.of(503, "cloning", "repository " + settings.name() + " is being cloned")
                        : SourceFault.of(
                                503,
                                "repository_failed",
                                "repository " + settings.name() + " could not be cloned: " + lastError);
            }
        }
        Clone.Head head = now.head();
        String asked = ref == null ? head.ref() : ref;
        boolean followed = asked.equals(head.ref()) || asked.equals(Constants.HEAD);
        ObjectId id = followed ? head.commit() : resolve(now.store(), asked);
        return new Snapshot(
                commit(now, id), asked, head.fetchedAt(), stale, id.name().equals(asked));
    }

    private ObjectId resolve(Clone clone, String ref) {
        try {
            Refs.Resolved resolved = Refs.resolve(clone.repository(), ref);
            if (resolved == null) {
                throw SourceFault.of(
                        404,
                        "unknown_ref",
                        "repository " + settings.name() + " has no branch, tag or commit of this name: " + ref,
                        "available",
                        Refs.branches(clone.repository()));
            }
            return resolved.commit();
        } catch (IOException e) {
            if (Clone.isDamage(e)) {
                damaged(clone, e);
            }
            throw SourceFault.of(503, "repository_failed", "the clone cannot be read: " + e.getMessage());
        }
    }

    private GitCommit commit(Served from, ObjectId id) {
        synchronized (commits) {
            GitCommit commit = commits.computeIfAbsent(id, _ -> work.commit(from.store(), id, this::damaged));
            if (commits.size() > REMEMBERED_COMMITS) {
                commits.remove(commits.keySet().iterator().next());
            }
            return commit;
        }
    }

    /** Has it cloned anew. */
    private synchronized void damaged(Clone clone, IOException failure) {
        Served now = served;
        if (!damaged && now != null && now.store() == clone) {
            LOG.error("repository {}: its clone is damaged and made anew: {}", settings.name(), failure.getMessage());
            damaged = true;
            next = Instant.EPOCH;
            notifyAll();
        }
    }

    /** Fetches now, or joins the fetch that is under way. */
    public synchronized RefreshJob refresh() {
        if (closed) {
            var job = new Job(UUID.randomUUID().toString());
            job.failed("the service ceased to follow this repository");
            return job;
        }
        Job under = current;
        joined = under != null;
        if (under == null) {
            under = begin();
            notifyAll();
        }
        return under;
    }

    /** The fetch of this id, or null. */
    public synchronized @Nullable RefreshJob job(String id) {
        return jobs.get(id);
    }

    /** See {@link io.precinct.source.api.Repository#genuine}. */
    public boolean genuine(@Nullable String signature, @Nullable String token, byte[] body) {
        return Webhook.genuine(settings.webhookSecret(), signature, token, body);
    }

    /** Ends the thread soon; what is served stays readable, so that another tracker can take it over. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        work.cancel();
        thread.interrupt();
    }

    /** Ends the thread and closes what is served, which nobody may read any more. */
    void closeAll() throws InterruptedException {
        close();
        thread.join(Duration.ofSeconds(10));
        Served now = served;
        if (now != null) {
            now.store().close();
        }
    }
}
