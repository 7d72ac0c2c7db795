package io.precinct.source.endpoints;

import io.precinct.api.data.Data;
import io.precinct.common.cache.WeightedLru;
import io.precinct.source.api.SourceFault;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Caches recent answers and coalesces concurrent equal requests: a request that equals one whose answer is being made
 * waits for that answer. No lock is held while an answer is made or waited for. Thread-safe.
 */
final class ResponseCache {
    /** Capacity in bytes. */
    private static final long BYTES = 32L << 20;

    private static final int GATEWAY_TIMEOUT = 504;

    private final WeightedLru<Object, Listing.Page> cached = new WeightedLru<>(BYTES, Listing.Page::weight);
    private final Map<Object, CompletableFuture<Outcome>> making = new ConcurrentHashMap<>();

    /**
     * The result of making an answer, for the requests that waited for it.
     *
     * @param page the answer, or null if it is not valid for others
     * @param tooLong the 504 if it took too long, as it would for each of them again; else null
     */
    private record Outcome(
            Listing.@Nullable Page page, @Nullable SourceFault tooLong) {}

    /**
     * The answer to a request.
     *
     * @param key everything that the answer depends on
     * @param make makes the answer. If it throws a 504, all requests that waited for it get that; any other exception
     *     is the caller's alone, and after it, or if the answer is not lasting, each request that waited makes its own
     * @throws SourceFault 503 {@code interrupted} if the thread was interrupted while it waited for the answer to
     *     another request
     */
    Listing.Page to(Object key, Supplier<Listing.Page> make) {
        Listing.Page known = cached.get(key);
        if (known != null) {
            return known;
        }
        var own = new CompletableFuture<Outcome>();
        CompletableFuture<Outcome> before = making.putIfAbsent(key, own);
        if (before != null) {
            Listing.Page shared = await(before);
            return shared != null ? shared : made(key, make);
        }
        Listing.Page made = null;
        SourceFault tooLong = null;
        try {
            // Another request may have cached it since the first look.
            known = cached.get(key);
            made = known != null ? known : made(key, make);
            return made;
        } catch (SourceFault fault) {
            tooLong = fault.status() == GATEWAY_TIMEOUT ? fault : null;
            throw fault;
        } finally {
            making.remove(key, own);
            own.complete(new Outcome(made != null && made.lasting() ? made : null, tooLong));
        }
    }

    private Listing.Page made(Object key, Supplier<Listing.Page> make) {
        Listing.Page page = make.get();
        if (page.isWorthKeeping()) {
            Data.remembered(page.payload());
            cached.keep(key, page);
        }
        return page;
    }

    /** Waits for the answer to another request; null if it is not valid for others. */
    private static Listing.@Nullable Page await(CompletableFuture<Outcome> other) {
        try {
            Outcome outcome = other.get();
            if (outcome.tooLong() != null) {
                throw outcome.tooLong();
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
