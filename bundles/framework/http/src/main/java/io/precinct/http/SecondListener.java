package io.precinct.http;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A listener beside the internal one, a service within this bundle. It is ready before the internal one announces that
 * it serves, and stops at the same time: one after the other, they could take twice as long as a stop may.
 */
public interface SecondListener {
    /** Announces that it stops soon: its answers close their connections from now on. */
    default void announceStop() {}

    /** Begins to stop gracefully; completes once stopped. Further calls return the same stop. */
    CompletableFuture<@Nullable Void> stopping();
}
