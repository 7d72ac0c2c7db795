package io.precinct.source.git;

import io.precinct.common.retry.Backoff;
import io.precinct.source.api.RepositoryStatus.Progress;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.View;
import io.precinct.source.git.RepositoryTracker.Condition;
import io.precinct.source.git.RepositoryTracker.State;
import io.precinct.source.settings.RepositorySettings;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of a repository: what it serves, how the last fetch ended, and when the next is due. Not thread-safe: the
 * {@link FetchQueue} guards it.
 *
 * @param <S> type of what is served
 */
public final class RepositoryState<S extends Served> {
    private static final Duration SHORTEST_WAIT = Duration.ofSeconds(5);
    private static final Duration LONGEST_WAIT = Duration.ofHours(1);

    private final RepositorySettings settings;
    private @Nullable S served;
    private State state = State.QUEUED;
    private boolean settled;
    private boolean damaged;
    private int failures;
    /** When a fetch is due; null if only a request starts one. */
    private @Nullable Instant next = Instant.EPOCH;

    private @Nullable String lastError;
    private @Nullable Instant failingSince;

    /** Serves what an earlier one left from the beginning, or nothing if it is null. */
    public RepositoryState(RepositorySettings settings, @Nullable S left) {
        this.settings = settings;
        if (left != null) {
            serve(left);
        }
    }

    private void serve(S now) {
        served = now;
        state = State.READY;
        settled = true;
    }

    @Nullable
    S served() {
        return served;
    }

    /**
     * The served commit.
     *
     * @throws SourceFault 503 {@code cloning} or {@code repository_failed}
     */
    S serving() {
        if (served != null) {
            return served;
        }
        throw lastError == null
                ? SourceFault.of(503, "cloning", "repository " + settings.name() + " is being cloned")
                : SourceFault.of(
                        503,
                        "repository_failed",
                        "repository " + settings.name()
                                + (settings.store() == null ? " could not be cloned: " : " could not be read: ")
                                + lastError);
    }

    /** Whether the remote may have moved on. */
    boolean stale() {
        return lastError != null;
    }

    /** Whether the clone must be made anew. */
    boolean damaged() {
        return damaged;
    }

    /** Milliseconds until a fetch is due, at most 0 if it is. */
    long due() {
        return next == null
                ? Long.MAX_VALUE
                : Duration.between(Instant.now(), next).toMillis();
    }

    /** Notes that something was found on disk; whether the remote still has it is not known yet. */
    void found(S found) {
        serve(found);
        next = scheduled(Instant.EPOCH);
    }

    private @Nullable Instant scheduled(Instant at) {
        return settings.refresh().isZero() ? null : at;
    }

    /** Notes that a fetch begins. */
    void begin() {
        state = served == null ? State.CLONING : State.REFRESHING;
    }

    /** Notes that a fetch ended well; {@code again} if the next is due at once. */
    void succeed(S now, boolean again) {
        if (served == null || served.store() != now.store()) {
            damaged = false;
        }
        serve(now);
        failures = 0;
        lastError = null;
        failingSince = null;
        // A clone that turned out to be damaged during this fetch is still damaged.
        next = again || damaged ? Instant.EPOCH : scheduled(Instant.now().plus(settings.refresh()));
    }

    /**
     * Notes that a fetch failed.
     *
     * @return when it is tried again; null if only a request starts the next
     */
    @Nullable
    Instant fail(String why) {
        boolean content = served != null;
        failures++;
        state = content ? State.STALE : State.FAILED;
        settled = true;
        lastError = why;
        if (failingSince == null) {
            failingSince = Instant.now();
        }
        // A repository that is fetched only by request waits for one, unless it has nothing to serve.
        boolean manual = settings.refresh().isZero() && content && !damaged;
        next = manual
                ? null
                : Instant.now().plus(backoff(settings.refresh(), content).after(failures));
        return next;
    }

    /**
     * How long to wait after consecutive failures, spread so that repositories do not all retry at the same moment.
     *
     * @param refresh time between fetches that succeed; zero if each is requested
     * @param content whether there is anything to serve meanwhile
     */
    // @req:source-backoff
    static Backoff backoff(Duration refresh, boolean content) {
        Duration twice = refresh.multipliedBy(2);
        Duration first = content && twice.compareTo(SHORTEST_WAIT) > 0 ? twice : SHORTEST_WAIT;
        return new Backoff(first, LONGEST_WAIT, 0.25);
    }

    /** Has a clone made anew; false if that is already known, or it is no longer served. */
    boolean damage(Object clone) {
        if (damaged || served == null || served.store() != clone) {
            return false;
        }
        damaged = true;
        next = Instant.EPOCH;
        return true;
    }

    /** The state for others; {@code progress} of a running fetch. */
    Condition condition(@Nullable Progress progress) {
        S head = served;
        return new Condition(
                state,
                head == null ? settings.ref() : head.ref(),
                head == null || head.commit().equals(View.NO_COMMIT) ? null : head.commit(),
                head == null ? null : head.fetchedAt(),
                Instant.EPOCH.equals(next) ? Instant.now() : next,
                lastError,
                failingSince,
                settled,
                progress);
    }
}
