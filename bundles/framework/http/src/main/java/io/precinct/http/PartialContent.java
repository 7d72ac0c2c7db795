package io.precinct.http;

import io.precinct.api.boundary.Body;
import java.io.IOException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;

/** Serves parts of bodies of known length that are sent byte for byte. Stateless. */
final class PartialContent {
    private PartialContent() {}

    /** The requested part of a body that is sent byte for byte; also announces that parts can be requested. */
    static ByteRange asked(HttpExchange exchange, long total) {
        HttpFields.Mutable fields = exchange.response().getHeaders();
        if (fields.contains(HttpHeader.CONTENT_RANGE) || fields.contains(HttpHeader.ACCEPT_RANGES)) {
            return ByteRange.Whole.VALUE; // The boundary handles ranges itself.
        }
        fields.put(HttpHeader.ACCEPT_RANGES, "bytes");
        return exchange.request().getMethod().equals("GET")
                ? ByteRange.of(exchange.requestHeaders(), fields, total)
                : ByteRange.Whole.VALUE;
    }

    /** Turns the answer into a partial one. */
    static void describe(HttpExchange exchange, ByteRange.Part part) {
        HttpFields.Mutable fields = exchange.response().getHeaders();
        exchange.response().setStatus(206);
        fields.put(HttpHeader.CONTENT_RANGE, part.describe());
        fields.put(HttpHeader.CONTENT_LENGTH, part.length());
    }

    /**
     * Writes the requested part, and ends the writer after that.
     *
     * @throws IOException if the writer fails before, or writes another length than it announced
     */
    static void write(Body.Stream body, ByteRange range, StreamOutput out) throws IOException {
        if (!(range instanceof ByteRange.Part part)) {
            body.writer().writeTo(out);
            requireLength(body.length(), out.taken());
            return;
        }
        var cut = new PartOutput(out, part);
        try {
            body.writer().writeTo(cut);
        } catch (IOException | RuntimeException stopped) {
            // A complete part stops the writer, and some writers wrap the exception that stops them.
            if (!cut.complete() || out.clientGone()) {
                throw stopped;
            }
        }
        if (!cut.complete()) {
            requireLength(body.length(), cut.written());
        }
    }

    private static void requireLength(long announced, long written) throws IOException {
        if (announced >= 0 && written != announced) {
            throw new IOException("the stream announced " + announced + " bytes and wrote " + written);
        }
    }
}
