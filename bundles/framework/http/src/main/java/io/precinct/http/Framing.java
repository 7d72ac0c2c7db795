package io.precinct.http;

import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * Checks how a body is delimited on HTTP/1 (RFC 9112 §6.1). Jetty reads any list of codings that ends in
 * {@code chunked} as chunks and forgets the others; another party on the way may interpret such a message differently.
 */
final class Framing {
    private static final DirectAnswer OLD_VERSION =
            DirectAnswer.of(400, "bad_request", "HTTP/1.0 has no Transfer-Encoding");

    private Framing() {}

    /** The answer to a request whose body is ambiguous, or null. Its connection must be closed. */
    static @Nullable DirectAnswer refused(Request request) {
        if (!request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING)) {
            return null;
        }
        if (request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_1_0) {
            return OLD_VERSION;
        }
        List<String> codings = request.getHeaders().getValuesList(HttpHeader.TRANSFER_ENCODING);
        return codings.size() == 1 && codings.getFirst().equalsIgnoreCase("chunked")
                ? null
                : DirectAnswer.of(
                        501,
                        "unknown_transfer_coding",
                        "chunked is the only transfer coding supported, got " + String.join(", ", codings));
    }
}
