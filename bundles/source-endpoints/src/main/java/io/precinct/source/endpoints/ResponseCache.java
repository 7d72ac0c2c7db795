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
 * Answers that were given lately, to be given again, and those that are being made: who asks the same meanwhile waits for
 * that one. No lock is held while an answer is made or waited for. Thread-safe.
 */
final class ResponseCache {
    /** What is kept, in bytes. */
    private static final long BYTES = 32L << 20;

    private static final int GATEWAY_TIMEOUT = 504;

    private final WeightedLru<Object, Listing.Page> kept = new WeightedLru<>(BYTES, Listing.Page::weight);
    private final Map<Object, CompletableFuture<Outcome>> making = new ConcurrentHashMap<>();

    /**
     * What making an answer came to, for those who waited for it.
     *
     * @param page the answer, where it is good for others
     * @param tooLong that it took too long, which it would for each of them again
     */
    private record Outcome(
            Listing.@Nullable Page page, @Nullable SourceFault tooLong) {}

    /**
     * The answer to a question.
     *
     * @param question with everything that the answer depends on
     * @param make makes the answer; a 504 that it throws is that of all who waited for it, else what it throws is the
     *     caller's alone. Where it throws, or what it made is not lasting, each of those who waited makes its own
     * @throws SourceFault 503 {@code interrupted}, where the thread was interrupted while it waited for another's answer
     */
    Listing.Page to(Object question, Supplier<Listing.Page> make) {
        Listing.Page known = kept.get(question);
        if (known != null) {
            return known;
        }
        var mine = new CompletableFuture<Outcome>();
        CompletableFuture<Outcome> before = making.putIfAbsent(question, mine);
        if (before != null) {
            Listing.Page theirs = await(before);
            return theirs != null ? theirs : made(question, make);
        }
        Listing.Page made = null;
        SourceFault tooLong = null;
        try {
            // Whoever made it before may have kept it since it was looked for.
            known = kept.get(question);
            made = known != null ? known : made(question, make);
            return made;
        } catch (SourceFault fault) {
            tooLong = fault.status() == GATEWAY_TIMEOUT ? fault : null;
            throw fault;
        } finally {
            making.remove(question, mine);
            mine.complete(new Outcome(made != null && made.lasting() ? made : null, tooLong));
        }
    }

    private Listing.Page made(Object question, Supplier<Listing.Page> make) {
        Listing.Page page = make.get();
        if (page.isWorthKeeping()) {
            Data.remembered(page.payload());
            kept.keep(question, page);
        }
        return page;
    }

    /** Another's answer; null where it came to none that is good for others. */
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
