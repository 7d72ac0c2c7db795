package io.precinct.source.git;

import io.precinct.core.api.thread.LongLived;
import io.precinct.source.api.RefreshJob;
import io.precinct.source.api.RepositoryStatus.Progress;
import io.precinct.source.api.SourceFault;
import io.precinct.source.settings.RepositorySettings;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows a configured repository: clones it, fetches it on its own schedule and thread, and hands out commits. A
 * failure here delays no other repository, but a first clone may wait for those of others to end ({@link CloneTurns}).
 * Its thread is a platform thread, which busy requests cannot starve. Thread-safe.
 */
public final class RepositoryTracker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RepositoryTracker.class);
    /** A request during a fetch gets another round of it, but only this often. */
    private static final int MOST_ROUNDS = 10;

    private final RepositorySettings settings;
    private final Consumer<Commit> fetched;
    private final Clones clones;
    private final Commits commits;
    private final FetchQueue<ServedCommit> fetches;
    private final Thread thread;
    /** Only the fetching thread uses it. */
    private boolean opened;

    /** The state of a repository. */
    public enum State {
        /** Its turn has not come yet. */
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

    /**
     * The condition of a repository; see {@link io.precinct.source.api.RepositoryStatus}.
     *
     * @param failingSince when the first fetch in a row failed; null if the last one that ended did not
     * @param settled whether it has been ready or failed once, so that nobody waits for it any more
     * @param progress of a fetch under way, or null
     */
    public record Condition(
            State state,
            @Nullable String ref,
            @Nullable String commit,
            @Nullable Instant fetchedAt,
            @Nullable Instant nextRefreshAt,
            @Nullable String lastError,
            @Nullable Instant failingSince,
            boolean settled,
            @Nullable Progress progress) {}

    /**
     * A commit and the way it was requested.
     *
     * @param ref as requested, or the followed one
     * @param stale whether the remote may have moved on
     * @param pinned whether the ref is the full id of the commit
     */
    public record Snapshot(CommitTree commit, String ref, Instant fetchedAt, boolean stale, boolean pinned) {}

    /**
     * Begins at once, on a thread of its own.
     *
     * @param storage used until that thread ends
     * @param turns shared by all trackers whose clones share the memory
     * @param before the closed tracker of the same url that this one replaces, or null
     * @param fetched receives every new followed commit, on the thread of this tracker; returns quickly
     */
    RepositoryTracker(
            RepositorySettings settings,
            Storage storage,
            CloneTurns turns,
            @Nullable RepositoryTracker before,
            Consumer<Commit> fetched) {
        this.settings = settings;
        this.fetched = fetched;
        clones = new Clones(settings, storage, turns);
        commits = new Commits(
                settings.name(), settings.grammars(), settings.annotations(), clones.firstSeen(), this::damaged);
        fetches = new FetchQueue<>(new RepositoryState<>(settings, before == null ? null : before.fetches.served()));
        Thread earlier = before == null ? null : before.thread;
        thread = LongLived.start("precinct-source-" + settings.name(), LOG::error, () -> followToTheEnd(earlier));
    }

    /** The settings that it was made with. */
    public RepositorySettings settings() {
        return settings;
    }

    /** Runs again if anything except its end is thrown. */
    private void followToTheEnd(@Nullable Thread earlier) {
        try {
            follow(earlier);
        } catch (InterruptedException e) {
            LOG.debug("repository {} is not followed any more", settings.name());
        }
        end();
    }

    private void follow(@Nullable Thread earlier) throws InterruptedException {
        if (earlier != null) {
            awaitEnd(earlier);
        }
        try {
            open();
        } catch (IOException e) {
            LOG.debug("repository {}: the first fetch tries again, and tells", settings.name(), e);
        }
        for (Job job = fetches.next(); job != null; job = fetches.next()) {
            run(job);
        }
    }

    /**
     * Waits for a thread that may be writing into the same folder, to its end even if this tracker is closed meanwhile:
     * the next tracker waits for this thread only.
     */
    private static void awaitEnd(Thread earlier) throws InterruptedException {
        boolean closed = false;
        while (earlier.isAlive()) {
            try {
                earlier.join();
            } catch (InterruptedException e) {
                closed = true;
            }
        }
        if (closed) {
            throw new InterruptedException();
        }
    }

    /** Serves what an earlier tracker or process left, without asking anybody. Does nothing once it has succeeded. */
    private void open() throws IOException {
        if (opened) {
            return;
        }
        clones.open();
        ServedCommit left = fetches.served();
        ServedCommit found = left == null ? clones.newest() : left;
        if (found != null) {
            fetches.found(found);
            clones.keepOnly(found.store());
            fetched.accept(commits.followed(found));
        }
        opened = true;
    }

    private void run(Job job) {
        boolean anew = fetches.begin();
        job.run();
        try {
            open();
            ServedCommit before = fetches.served();
            Clones.Brought brought = clones.fetch(before, anew);
            for (int round = 1; !succeed(job, before, brought, round == MOST_ROUNDS); round++) {
                Clones.Brought more = clones.fetch(brought.served(), false);
                brought = new Clones.Brought(more.served(), clones.change(before, more.served()));
            }
        } catch (IOException | RuntimeException | Error e) { // an Error too: somebody waits for the result
            LOG.debug("repository {}", settings.name(), e);
            fail(job, clones.reason(e));
        }
    }

    /** False if somebody asked meanwhile, and so may know of commits that came after this fetch looked. */
    private boolean succeed(Job job, @Nullable ServedCommit before, Clones.Brought brought, boolean last) {
        ServedCommit now = brought.served();
        if (!fetches.succeed(job, now, last)) {
            return false;
        }
        boolean replaced = before == null || before.store() != now.store();
        boolean moved =
                before == null || !before.head().commit().equals(now.head().commit());
        if (replaced) {
            commits.keepOnly(now.store());
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
        if (moved || replaced) {
            tell(now);
        }
        return true;
    }

    /** Notifies the listener. Its failures say nothing about the fetch, which is over. */
    private void tell(ServedCommit now) {
        try {
            fetched.accept(commits.followed(now));
        } catch (RuntimeException | Error e) {
            LOG.error(
                    "repository {}: {} is served, but not indexed before the next commit",
                    settings.name(),
                    now.head().commit().name(),
                    e);
        }
    }

    private void fail(Job job, String why) {
        String again = fetches.fail(job, why);
        if (again != null) {
            LOG.warn("repository {}: cannot be fetched, {}: {}", settings.name(), again, why);
            job.failed(why);
        }
    }

    private void end() {
        fetches.abandon();
        clones.close();
    }

    /** The current condition. */
    public Condition condition() {
        return fetches.condition(clones::progress);
    }

    /**
     * The commit at a ref.
     *
     * @param ref null for the followed one
     * @throws SourceFault 503 {@code cloning} or {@code repository_failed}, 404 {@code unknown_ref}
     */
    public Snapshot snapshot(@Nullable String ref) {
        FetchQueue.Serving<ServedCommit> now = fetches.serving();
        return commits.at(now.commit(), ref, now.stale());
    }

    /** Has the repository cloned anew. */
    private void damaged(Clone clone, IOException failure) {
        if (fetches.damage(clone)) {
            LOG.error("repository {}: its clone is damaged and made anew: {}", settings.name(), failure.getMessage());
        }
    }

    /** Fetches now, or joins the running fetch. */
    public RefreshJob refresh() {
        return fetches.ask();
    }

    /** The fetch with this id, or null. */
    public @Nullable RefreshJob job(String id) {
        return fetches.byId(id);
    }

    /** See {@link io.precinct.source.api.Repository#genuine}. */
    public boolean genuine(@Nullable String signature, @Nullable String token, byte[] body) {
        return Webhook.genuine(settings.webhookSecret(), signature, token, body);
    }

    /** Ends the thread soon; the served clone stays readable, so that another tracker can take it over. */
    @Override
    public void close() {
        fetches.close();
        clones.cancel();
        thread.interrupt();
    }

    /** Ends the thread and closes the served clone, which must not be read any more. */
    void closeAll() throws InterruptedException {
        close();
        thread.join(Duration.ofSeconds(10));
        ServedCommit now = fetches.served();
        if (now != null) {
            now.store().close();
        }
    }
}
