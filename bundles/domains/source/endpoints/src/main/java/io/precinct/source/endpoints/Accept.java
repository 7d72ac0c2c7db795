package io.precinct.source.endpoints;

import io.precinct.api.boundary.Input;
import io.precinct.common.accept.AcceptHeader;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Chooses the representation that a client accepts (RFC 9110 §12.5.1). */
public final class Accept {
    /** Data. */
    public static final String JSON = "application/json";
    /** An HTML page. */
    public static final String HTML = "text/html";
    /** Plain text. */
    public static final String TEXT = "text/plain";
    /** Raw bytes. */
    public static final String BYTES = "application/octet-stream";
    /** A picture. */
    public static final String SVG = "image/svg+xml";

    private static final List<String> OF_LISTS = List.of(JSON, HTML, "text/markdown", TEXT);
    private static final List<String> OF_FILES = List.of(JSON, HTML, TEXT, BYTES, "text/markdown");

    private Accept() {}

    /**
     * Whether the client prefers a page to data. Requests that are probed or traced are answered with data, because
     * only that can be inspected.
     */
    public static boolean page(Input input) {
        return !inspected(input) && HTML.equals(best(input, OF_LISTS));
    }

    /**
     * The representation of a file: one of {@link #JSON}, {@link #HTML}, {@link #TEXT}, {@link #BYTES}, or null for
     * another.
     */
    static @Nullable String file(Input input) {
        String best = best(input, OF_FILES);
        return HTML.equals(best) && inspected(input) ? JSON : best;
    }

    /** Whether the answer is checked against scenarios or carries a trace. */
    static boolean inspected(Input input) {
        return input.get("service") instanceof Map<?, ?> service
                && (service.get("verify") != null || Boolean.TRUE.equals(service.get("trace")));
    }

    private static @Nullable String best(Input input, List<String> offered) {
        return AcceptHeader.of(input.headers().get("accept") instanceof String accept ? accept : null)
                .best(offered);
    }
}
