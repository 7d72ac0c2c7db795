package io.precinct.source.endpoints;

import io.precinct.api.data.Data;
import io.precinct.common.cache.WeightedLru;
import io.precinct.source.api.SourceFault;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Caches recent answers and coalesces concurrent equal requests: a request that equals one whose answer is being made
 * waits for that answer, or for its exception. No lock is held while an answer is made or waited for. Thread-safe.
 */
// @req:source-overload
final class ResponseCache {
    /** Capacity in bytes. */
    private static final long BYTES = 32L << 20;

    private final WeightedLru<Object, Listing.Page> cached = new WeightedLru<>(BYTES, Listing.Page::weight);
    private final Map<Object, CompletableFuture<Outcome>> making = new ConcurrentHashMap<>();
    private final LongAdder made = new LongAdder();
    private final LongAdder shared = new LongAdder();
    private final LongAdder kept = new LongAdder();

    /**
     * The result of making an answer, for the requests that waited for it.
     *
     * @param page the answer, or null
     * @param fault the fault of the request, which applies to each of them; null if there is an answer, or if the
     *     request was given up by its own client or its own deadline
     */
    private record Outcome(
            Listing.@Nullable Page page, @Nullable RuntimeException fault) {}

    /** The origin of an answer. */
    enum Source {
        /** It was made for this request. */
        MADE,
        /** It was made for an equal request that came a moment earlier. */
        SHARED,
        /** It was still cached. */
        KEPT
    }

    /** How many answers had this origin. */
    long count(Source source) {
        return switch (source) {
            case MADE -> made.sum();
            case SHARED -> shared.sum();
            case KEPT -> kept.sum();
        };
    }

    /**
     * The answer to a request. One that waits for another request gets its answer or exception, unless that one was
     * given up: then one of the waiting requests makes the answer.
     *
     * @param key everything that the answer depends on
     * @param make makes the answer
     * @throws SourceFault 503 {@code interrupted} if the thread was interrupted while it waited for the answer to
     *     another request; 503 {@code overloaded} if an Error ended that
     */
    Listing.Page to(Object key, Supplier<Listing.Page> make) {
        while (true) {
            Listing.Page known = cached.get(key);
            if (known != null) {
                kept.increment();
                return known;
            }
            var own = new CompletableFuture<Outcome>();
            CompletableFuture<Outcome> before = making.putIfAbsent(key, own);
            if (before == null) {
                return lead(key, own, make);
            }
            Listing.Page page = await(before);
            if (page != null) {
                shared.increment();
                return page;
            }
        }
    }

    /** Makes the answer for all equal requests that arrive meanwhile. */
    private Listing.Page lead(Object key, CompletableFuture<Outcome> own, Supplier<Listing.Page> make) {
        var outcome = new Outcome(
                null,
                SourceFault.of(503, "overloaded", "there is not enough memory to answer this now; try again soon"));
        try {
            // Another request may have cached it since the first look.
            Listing.Page known = cached.get(key);
            (known == null ? made : kept).increment();
            Listing.Page page = known == null ? make(key, make) : known;
            outcome = new Outcome(page, null);
            return page;
        } catch (RuntimeException e) {
            outcome = new Outcome(null, wasGivenUp(e) ? null : e);
            throw e;
        } finally {
            making.remove(key, own);
            own.complete(outcome);
        }
    }

    private static boolean wasGivenUp(RuntimeException e) {
        return Thread.currentThread().isInterrupted()
                || e instanceof SourceFault fault && fault.code().equals("interrupted");
    }

    private Listing.Page make(Object key, Supplier<Listing.Page> make) {
        Listing.Page page = make.get();
        if (page.isWorthKeeping()) {
            Data.remembered(page.payload());
            cached.keep(key, page);
        }
        return page;
    }

    /** Waits for the answer to another request; null if that was given up. */
    private static Listing.@Nullable Page await(CompletableFuture<Outcome> other) {
        try {
            Outcome outcome = other.get();
            if (outcome.fault() != null) {
                throw outcome.fault();
            }
            return outcome.page();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw SourceFault.of(
                    503, "interrupted", "the request was given up while it waited for the answer to one like it");
        } catch (ExecutionException e) {
            throw new IllegalStateException("an answer is never completed with a failure", e);
        }
    }
}
