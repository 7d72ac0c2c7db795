package io.precinct.core.api.dispatch;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a request. The chain stays pinned until {@link #close}: close it once the body is sent, or passed to
 * its hub.
 */
public interface Answer extends AutoCloseable {
    /** HTTP status. */
    int status();

    /** Response headers, except those that follow from the body. */
    Headers headers();

    /** {@link Body.Rendered}, {@link Body.Bytes}, {@link Body.Stream} or {@link Body.Push}; never {@link Body.Data}. */
    Body body();

    /** Name of the route, or null if none matched; for logs. */
    @Nullable
    String route();

    /** Releases the chain. Further calls do nothing. */
    @Override
    void close();
}
