package io.precinct.core.api.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A route's limits for the time and number of its requests, and for the size of their answers.
 *
 * @param request time a request gets ({@code seconds}), zero for no deadline; null: what its boundaries declare, else
 *     {@code limits.request_seconds}
 * @param inFlight requests of the route that are served at once ({@code in_flight}), more are answered 503; 0: no limit
 *     of its own
 * @param answerBytes largest answer that is not streamed ({@code answer_bytes}); 0: {@code limits.answer_bytes}
 */
public record RouteLimits(@Nullable Duration request, int inFlight, long answerBytes) {
    /** No limits of its own. */
    public static final RouteLimits NONE = new RouteLimits(null, 0, 0);
}
