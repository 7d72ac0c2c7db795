package io.precinct.http;

import org.eclipse.jetty.http.HttpFields;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One line per request, as key-value pairs of the logger {@value #NAME}. It never holds a query, a header value or a
 * body, for those may be secrets.
 */
final class AccessLog {
    /** Name of the logger. */
    static final String NAME = "precinct.access";

    private static final Logger LOG = LoggerFactory.getLogger(NAME);

    /** Length of {@code 00-<32 hex>-<16 hex>-<2 hex>}, W3C Trace Context §3.2. */
    private static final int TRACEPARENT = 55;

    private AccessLog() {}

    static boolean enabled() {
        return LOG.isInfoEnabled();
    }

    static void write(
            String method,
            @Nullable String path,
            @Nullable String route,
            int status,
            long bytes,
            long micros,
            String client,
            @Nullable String trace) {
        var line = LOG.atInfo()
                .addKeyValue("method", method)
                .addKeyValue("path", path)
                .addKeyValue("route", route)
                .addKeyValue("status", status)
                .addKeyValue("bytes", bytes)
                .addKeyValue("micros", micros)
                .addKeyValue("client", client);
        if (trace != null) {
            line = line.addKeyValue("trace", trace);
        }
        line.log("request");
    }

    /** The trace that a request belongs to, or null. */
    static @Nullable String trace(HttpFields request) {
        String parent = request.get("traceparent");
        if (parent == null || parent.length() < TRACEPARENT) {
            return null;
        }
        String trace = parent.substring(3, 35);
        return trace.chars().allMatch(c -> c >= '0' && c <= '9' || c >= 'a' && c <= 'f') ? trace : null;
    }
}
