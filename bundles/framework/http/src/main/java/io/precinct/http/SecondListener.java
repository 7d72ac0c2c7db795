package io.precinct.http;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A listener beside the internal one, a service within this bundle. It is there before the internal one tells that it
 * serves, and stops at the same time: one after the other they could take twice as long as a stop may.
 */
public interface SecondListener {
    /** Begins to stop gracefully; complete once it has. Further calls tell of the same stop. */
    CompletableFuture<@Nullable Void> stopping();
}
