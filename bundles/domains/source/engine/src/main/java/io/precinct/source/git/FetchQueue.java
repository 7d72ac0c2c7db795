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
 * The fetches of a repository: the requested or running one and those before it, and the state of the repository that
 * results. The fetching thread shares it with the threads that ask. Thread-safe; nothing here waits for a disk or a
 * network.
 *
 * @param <S> type of what is served
 */
public final class FetchQueue<S extends Served> {
    private static final int REMEMBERED = 100;
    private static final String OVER = "the service ceased to follow this repository";

    private final RepositoryState<S> repository;
    private final Map<String, Job> byId = new LinkedHashMap<>();
    private @Nullable Job current;
    /** Whether somebody joined the running fetch since it last looked, and so may know of later commits. */
    private boolean joined;

    private boolean closed;

    /** @param repository guarded by this from now on */
    public FetchQueue(RepositoryState<S> repository) {
        this.repository = repository;
    }

    /**
     * The served commit.
     *
     * @param <S> its type
     * @param stale whether the remote may have moved on
     */
    public record Serving<S>(S commit, boolean stale) {}

    /** Requests a fetch now, or joins the running one; returns a failed one if this is closed. */
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

    /** The requested or running fetch, else a new one. */
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

    /** The fetch with this id, or null. */
    public synchronized @Nullable RefreshJob byId(String id) {
        return byId.get(id);
    }

    /** Waits for a fetch that is requested or due; null once this is closed. */
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

    /** Notes that something was found on disk, which is served from now on. */
    public synchronized void found(S found) {
        repository.found(found);
    }

    /** Notes that a fetch begins; true if the clone must be made anew. */
    public synchronized boolean begin() {
        repository.begin();
        joined = false;
        return repository.damaged();
    }

    /**
     * Notes that a fetch ended well, unless somebody joined meanwhile: then it must look once more.
     *
     * @param last whether it ends anyway, with the next one due at once
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
     * Notes that a fetch failed.
     *
     * @return when it is tried again, in words; null once this is closed, which has failed the fetch itself
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

    /** Clears the running fetch; one that was requested after its end stays. */
    private void end(Job job) {
        if (current == job) {
            current = null;
        }
    }

    /** Fails the remaining fetch, if there is one. */
    public synchronized void abandon() {
        Job left = current;
        current = null;
        if (left != null) {
            left.failed(OVER);
        }
    }

    /** Has a clone made anew; false if that is already known, or it is no longer served. */
    public synchronized boolean damage(Object clone) {
        boolean isNew = repository.damage(clone);
        if (isNew) {
            notifyAll();
        }
        return isNew;
    }

    /** The served commit, or null. */
    public synchronized @Nullable S served() {
        return repository.served();
    }

    /**
     * The served commit.
     *
     * @throws io.precinct.source.api.SourceFault 503 {@code cloning} or {@code repository_failed}
     */
    public synchronized Serving<S> serving() {
        return new Serving<>(repository.serving(), repository.stale());
    }

    /**
     * The current state of the repository.
     *
     * @param progress asked if a fetch is asked for or under way
     */
    public synchronized Condition condition(Supplier<@Nullable Progress> progress) {
        return repository.condition(current == null ? null : progress.get());
    }

    /** Refuses new requests, and releases all that wait for a fetch. */
    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
