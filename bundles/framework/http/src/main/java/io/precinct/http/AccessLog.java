package io.precinct.http;

import io.precinct.core.api.dispatch.Caller;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

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

    /**
     * Writes the line of a request.
     *
     * @param method as sent
     * @param path as sent, without query; null if none was sent
     * @param route name of its route, or null
     * @param bytes of the answer's body
     * @param caller its sender
     */
    static void write(
            Request request,
            String method,
            @Nullable String path,
            @Nullable String route,
            int status,
            long bytes,
            Caller caller) {
        if (!LOG.isInfoEnabled()) {
            return;
        }
        LoggingEventBuilder line = LOG.atInfo()
                .addKeyValue("method", method)
                .addKeyValue("path", path)
                .addKeyValue("route", route)
                .addKeyValue("status", status)
                .addKeyValue("bytes", bytes)
                .addKeyValue("micros", (System.nanoTime() - request.getHeadersNanoTime()) / 1000)
                .addKeyValue("client", caller.address());
        if (caller.identity() != null) {
            line = line.addKeyValue("user", caller.identity().get("name"));
        }
        String trace = trace(request.getHeaders());
        if (trace != null) {
            line = line.addKeyValue("trace", trace);
        }
        line.log("request");
    }

    /** The trace of a request, or null. */
    private static @Nullable String trace(HttpFields request) {
        String parent = request.get("traceparent");
        if (parent == null || parent.length() < TRACEPARENT) {
            return null;
        }
        String trace = parent.substring(3, 35);
        return trace.chars().allMatch(c -> c >= '0' && c <= '9' || c >= 'a' && c <= 'f') ? trace : null;
    }
}
