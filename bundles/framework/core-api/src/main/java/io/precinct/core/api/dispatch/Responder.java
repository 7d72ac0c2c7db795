package io.precinct.core.api.dispatch;

import org.jspecify.annotations.Nullable;

/** Receives the outcome of one request: exactly one call, of any method. */
public interface Responder {
    /** Sends an answer, and closes it once nothing more is needed of it. */
    void answer(Answer answer);

    /** Ends the request without an answer, because it cannot be given. */
    default void abandon() {}

    /**
     * Ends the request without an answer, because its client is gone.
     *
     * @param route the route that served it, or null if none matched
     * @since 1.3
     */
    default void clientLeft(@Nullable String route) {
        abandon();
    }
}
