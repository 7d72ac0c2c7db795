package io.precinct.source.git;

import io.precinct.source.api.RefreshJob;
import io.precinct.source.api.RepositoryStatus.Progress;
import io.precinct.source.git.RepositoryTracker.Condition;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Fetches of a repository, the one that is asked for or under way and those before it, and how the repository stands by them:
 * what the thread that fetches shares with those who ask. Thread-safe; nothing here waits for a disk or a network.
 *
 * @param <S> what is served
 */
public final class FetchQueue<S extends Served> {
    private static final int REMEMBERED = 100;
    private static final String OVER = "the service ceased to follow this repository";

    private final RepositoryState<S> repository;
    private final Map<String, Job> byId = new LinkedHashMap<>();
    private @Nullable Job current;
    /** Whether somebody joined the fetch under way since it looked last: who may know of commits that came after that. */
    private boolean joined;

    private boolean closed;

    /** @param repository guarded by this from now on */
    public FetchQueue(RepositoryState<S> repository) {
        this.repository = repository;
    }

    /**
     * What is served.
     *
     * @param <S> its type
     * @param stale whether the remote may have moved on
     */
    public record Serving<S>(S commit, boolean stale) {}

    /** Fetches now, or joins the fetch that is under way; one that failed where nobody fetches any more. */
    public synchronized RefreshJob ask() {
        if (closed) {
            var refused = new Job(UUID.randomUUID().toString());
            refused.failed(OVER);
            return refused;
        }
        joined = current != null;
        Job asked = current();
        notifyAll();
        return asked;
    }

    /** The one that is asked for or under way, else a new one. */
    private Job current() {
        Job job = current;
        if (job == null) {
            job = new Job(UUID.randomUUID().toString());
            current = job;
            byId.put(job.id(), job);
            if (byId.size() > REMEMBERED) {
                byId.remove(byId.keySet().iterator().next());
            }
        }
        return job;
    }

    /** The fetch of this id, or null. */
    public synchronized @Nullable RefreshJob byId(String id) {
        return byId.get(id);
    }

    /** Waits for a fetch that is asked for or due; null once this is closed. */
    public synchronized @Nullable Job next() throws InterruptedException {
        while (!closed) {
            long due = repository.due();
            if (current != null || due <= 0) {
                return current();
            }
            wait(Math.min(due, Duration.ofDays(1).toMillis()));
        }
        return null;
    }

    /** Something was found on disk, which is served from now on. */
    public synchronized void found(S found) {
        repository.found(found);
    }

    /** A fetch begins; true where the clone is to be made anew. */
    public synchronized boolean begin() {
        repository.begin();
        joined = false;
        return repository.damaged();
    }

    /**
     * A fetch ended well, unless somebody joined meanwhile: then it is to look once more.
     *
     * @param last whether it ends all the same, with the next one due at once
     * @return whether it ended
     */
    public synchronized boolean succeed(Job job, S now, boolean last) {
        boolean again = joined;
        joined = false;
        if (again && !last) {
            return false;
        }
        repository.succeed(now, again);
        end(job);
        return true;
    }

    /**
     * A fetch failed.
     *
     * @return when it is tried again, in words; null once this is closed, which has told whoever asked
     */
    public synchronized @Nullable String fail(Job job, String why) {
        if (closed) {
            abandon();
            return null;
        }
        Instant again = repository.fail(why);
        end(job);
        return again == null ? "and is not tried again of its own accord" : "next try at " + again;
    }

    /** This one is not under way any more; whoever asked after its end has another one, which stays. */
    private void end(Job job) {
        if (current == job) {
            current = null;
        }
    }

    /** Fails the one that is left, where there is one. */
    public synchronized void abandon() {
        Job left = current;
        current = null;
        if (left != null) {
            left.failed(OVER);
        }
    }

    /** Has a clone made anew; false where that is known, or it is not served any more. */
    public synchronized boolean damage(Object clone) {
        boolean isNew = repository.damage(clone);
        if (isNew) {
            notifyAll();
        }
        return isNew;
    }

    /** What is served, or null. */
    public synchronized @Nullable S served() {
        return repository.served();
    }

    /**
     * What is served.
     *
     * @throws io.precinct.source.api.SourceFault 503 {@code cloning} or {@code repository_failed}
     */
    public synchronized Serving<S> serving() {
        return new Serving<>(repository.serving(), repository.stale());
    }

    /**
     * How the repository is now.
     *
     * @param progress asked where a fetch is asked for or under way
     */
    public synchronized Condition condition(Supplier<@Nullable Progress> progress) {
        return repository.condition(current == null ? null : progress.get());
    }

    /** Refuses what is asked from now on, and has nobody wait for a fetch any more. */
    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
