package io.precinct.core.api.dispatch;

/** Receives the outcome of one request: exactly one call, of either method. */
public interface Responder {
    /** Sends an answer, and closes it once nothing more is needed of it. */
    void answer(Answer answer);

    /** Ends the request without an answer: its client is gone. */
    default void abandon() {}
}
