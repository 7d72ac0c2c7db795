package io.precinct.http;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Headers;
import io.precinct.core.api.dispatch.Answer;
import java.io.IOException;
import java.util.Arrays;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.BufferUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends answers. Stateless except for requests in flight; thread-safe. */
final class AnswerWriter {
    private static final Logger LOG = LoggerFactory.getLogger(AnswerWriter.class);

    private final RequestsInFlight inFlight;

    AnswerWriter(RequestsInFlight inFlight) {
        this.inFlight = inFlight;
    }

    /** Sends the dispatcher's answer, and closes it as soon as nothing more is needed of it. */
    void send(HttpExchange exchange, Answer answer) {
        exchange.route(answer.route());
        DirectAnswer bad = exchange.received().failure();
        if (exchange.received().goneWhileSending() || bad != null) {
            answer.close();
            if (bad == null) {
                exchange.clientLeft();
            } else {
                send(exchange, bad);
            }
            return;
        }
        Response response = exchange.response();
        response.setStatus(answer.status());
        copy(answer.headers(), response.getHeaders());
        exchange.prepareHead();
        if (bodiless(answer.status())) {
            if (answer.status() == 304) {
                likeTheAnswerInStore(exchange, answer.body());
            }
            answer.close();
            exchange.finishWithoutLength();
            return;
        }
        switch (answer.body()) {
            case Body.Rendered body -> bytes(exchange, answer, body.mediaType(), body.content(), false);
            case Body.Bytes body -> bytes(exchange, answer, body.mediaType(), body.content(), true);
            case Body.Stream body -> stream(exchange, answer, body);
            case Body.Push body -> push(exchange, answer, body);
            case Body.Data _ -> {
                answer.close();
                broken(exchange, new IllegalStateException("the dispatcher answered plain data that nobody rendered"));
            }
        }
    }

    /** Sends an answer of the listener's own. */
    void send(HttpExchange exchange, OwnAnswer answer) {
        Response response = exchange.response();
        response.setStatus(answer.status());
        exchange.prepareHead();
        byte[] content =
                answer.prepare(exchange.received().rawPath(), exchange.requestHeaders(), response.getHeaders());
        if (bodiless(answer.status())) {
            exchange.finishWithoutLength();
            return;
        }
        exchange.finish(exchange.isHead() ? null : content);
    }

    /**
     * Ends an exchange after an unforeseen failure: with an incident, or by cutting off what has begun. Headers set
     * before the body stay: who may read the answer, and the seal of the chain that made it.
     */
    void broken(HttpExchange exchange, Throwable problem) {
        Response response = exchange.response();
        String incident = Incident.log(exchange, problem);
        if (exchange.over()) {
            return;
        }
        if (response.isCommitted()) {
            exchange.abort(problem);
            return;
        }
        Incident.clear(response);
        send(exchange, DirectAnswer.incident(incident));
    }

    private static void copy(Headers headers, HttpFields.Mutable fields) {
        for (Headers.Entry entry : headers.entries()) {
            var field = new HttpField(entry.name(), entry.value());
            switch (field.getHeader()) {
                // These follow from the body and the connection, whatever a boundary sets.
                case CONTENT_LENGTH, CONTENT_TYPE, TRANSFER_ENCODING, CONNECTION, KEEP_ALIVE, UPGRADE -> {}
                case null, default -> fields.add(field);
            }
        }
    }

    private void bytes(HttpExchange exchange, Answer answer, String mediaType, byte[] content, boolean raw) {
        // The bytes are complete: from here on nothing of the chain is needed.
        answer.close();
        HttpFields.Mutable fields = exchange.response().getHeaders();
        int status = answer.status();
        if (!mediaType.isEmpty()) {
            fields.put(HttpHeader.CONTENT_TYPE, mediaType);
        }
        boolean varies = Gzip.worthwhile(status, mediaType, content.length) && compressible(exchange, fields);
        if (varies) {
            // A partial answer has this header, too: it has the headers of the whole (RFC 9110 §15.3.7).
            fields.add(HttpHeader.VARY, "Accept-Encoding");
        }
        if (raw && status == 200 && !mediaType.isEmpty()) {
            switch (PartialContent.asked(exchange, content.length)) {
                case ByteRange.Part part -> {
                    PartialContent.describe(exchange, part);
                    exchange.finish(Arrays.copyOfRange(content, (int) part.first(), (int) part.last() + 1));
                    return;
                }
                case ByteRange.Unsatisfiable none -> {
                    unsatisfiable(exchange, none);
                    return;
                }
                case ByteRange.Whole _ -> {
                    // Sent as if no range had been requested.
                }
            }
        }
        byte[] body = content;
        if (varies) {
            byte[] compressed = Gzip.accepted(exchange.requestHeaders()) ? Gzip.compress(content) : null;
            if (compressed != null) {
                body = compressed;
                fields.put(HttpHeader.CONTENT_ENCODING, "gzip");
                String tag = fields.get(HttpHeader.ETAG);
                if (tag != null) {
                    fields.put(HttpHeader.ETAG, EntityTags.mark(tag));
                }
            }
        }
        fields.put(HttpHeader.CONTENT_LENGTH, body.length);
        exchange.finish(exchange.isHead() ? null : body);
    }

    private void unsatisfiable(HttpExchange exchange, ByteRange.Unsatisfiable none) {
        // Headers about the representation do not apply to an error.
        Incident.clear(exchange.response());
        exchange.response().getHeaders().put(HttpHeader.CONTENT_RANGE, none.describe());
        send(exchange, DirectAnswer.of(416, "range_not_satisfiable", "there are only " + none.total() + " bytes"));
    }

    private static boolean compressible(HttpExchange exchange, HttpFields fields) {
        return exchange.policy().settings().compression()
                && !fields.contains(HttpHeader.CONTENT_ENCODING)
                && !fields.contains(HttpHeader.CACHE_CONTROL, "no-transform");
    }

    /**
     * Gives a 304 the header fields of the 200 that it stands for (RFC 9110 §15.4.5). The size of that 200 is not known
     * here, so {@code Vary} names the coding of anything that may have been compressed; streams never are. If a cache
     * asks by the tag of the compressed form, that tag is confirmed.
     */
    private static void likeTheAnswerInStore(HttpExchange exchange, Body body) {
        HttpFields.Mutable fields = exchange.response().getHeaders();
        if (body instanceof Body.Bytes && compressible(exchange, fields)) {
            fields.add(HttpHeader.VARY, "Accept-Encoding");
        }
        String tag = fields.get(HttpHeader.ETAG);
        String asked = exchange.requestHeaders().get(HttpHeader.IF_NONE_MATCH);
        if (tag != null && asked != null && asked.contains(EntityTags.mark(tag))) {
            fields.put(HttpHeader.ETAG, EntityTags.mark(tag));
        }
    }

    private void stream(HttpExchange exchange, Answer answer, Body.Stream body) {
        HttpFields.Mutable fields = exchange.response().getHeaders();
        fields.put(HttpHeader.CONTENT_TYPE, body.mediaType());
        ByteRange range = answer.status() == 200 && body.length() >= 0
                ? PartialContent.asked(exchange, body.length())
                : ByteRange.Whole.VALUE;
        if (range instanceof ByteRange.Unsatisfiable none) {
            answer.close();
            unsatisfiable(exchange, none);
            return;
        }
        if (range instanceof ByteRange.Part part) {
            PartialContent.describe(exchange, part);
        } else if (body.length() >= 0) {
            fields.put(HttpHeader.CONTENT_LENGTH, body.length());
        } else {
            exchange.chunked();
        }
        if (exchange.isHead()) {
            answer.close();
            head(exchange, body.length() >= 0);
            return;
        }
        var out = new StreamOutput(exchange, range instanceof ByteRange.Part part ? part.length() : body.length());
        try (answer) {
            PartialContent.write(body, range, out);
            out.finish();
        } catch (Throwable problem) {
            // Whatever a plug-in throws, its exchange must end.
            streamFailed(exchange, out, problem);
            return;
        }
        exchange.finish();
    }

    /**
     * Ends a stream that failed. A client that left is no incident, even if the writer only noticed it by being
     * interrupted.
     */
    private void streamFailed(HttpExchange exchange, StreamOutput out, Throwable problem) {
        boolean interrupted = Thread.interrupted(); // a read with the flag set would close the connection
        boolean gone = out.clientGone() || exchange.received().clientGone();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (gone) {
            exchange.abort(problem);
        } else {
            broken(exchange, problem);
        }
    }

    /** Sends the head of an answer to HEAD whose length is announced or unknown. */
    private static void head(HttpExchange exchange, boolean length) {
        if (length) {
            exchange.finish(null);
        } else {
            exchange.response().write(false, BufferUtil.EMPTY_BUFFER, exchange);
        }
    }

    private void push(HttpExchange exchange, Answer answer, Body.Push body) {
        Response response = exchange.response();
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, body.mediaType());
        exchange.chunked();
        if (exchange.isHead()) {
            answer.close();
            head(exchange, false);
            return;
        }
        if (exchange.received().isHttp1()) {
            exchange.closeConnection();
        }
        try (answer) {
            try (Blocker.Callback sent = Blocker.callback()) {
                response.write(false, BufferUtil.EMPTY_BUFFER, sent);
                sent.block();
            }
            open(exchange, body);
        } catch (IOException gone) {
            exchange.failed(gone);
        }
        exchange.leave();
    }

    private void open(HttpExchange exchange, Body.Push body) {
        var channel = new PushChannel(exchange, inFlight);
        // Silence is normal for an event stream; a write that makes no progress still times out.
        exchange.request().addIdleTimeoutListener(_ -> false);
        exchange.request().addFailureListener(channel::lost);
        inFlight.open(channel);
        try {
            body.hub().opened(channel);
        } catch (Throwable problem) {
            // Whatever a plug-in throws, its channel must be closed.
            LOG.error("the hub of route {} did not take its event stream", exchange.route(), problem);
            channel.close();
        }
    }

    private static boolean bodiless(int status) {
        return status == 204 || status == 304;
    }
}
