package io.precinct.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request and its answer, and the callback that ends both, exactly once. It belongs to the thread that handles the
 * request or, once that is given up, to the one that answers in its place; any thread may end it.
 */
final class HttpExchange implements Callback {
    private static final Logger LOG = LoggerFactory.getLogger(HttpExchange.class);

    /** The status in the access log of a request whose client went away before there was an answer; nobody gets it. */
    private static final int CLIENT_LEFT = 499;

    private final RequestsInFlight inFlight;
    private final ListenerPolicy policy;
    private final Request request;
    private final Response response;
    private final Callback callback;
    private final ReceivedRequest received;
    private final AtomicBoolean entered = new AtomicBoolean(true);
    private final AtomicBoolean ended = new AtomicBoolean();
    private final Thread handling = Thread.currentThread();
    private boolean lingering;
    // Read when the exchange ends, perhaps on another thread; the response's own lock has handed it over.
    private @Nullable String route;
    private long bytes;
    private boolean left;
    private volatile Scheduler.@Nullable Task cutOff;

    HttpExchange(
            RequestsInFlight inFlight, ListenerPolicy policy, Request request, Response response, Callback callback) {
        this.inFlight = inFlight;
        this.policy = policy;
        this.request = request;
        this.response = response;
        this.callback = callback;
        this.received = new ReceivedRequest(request, policy, inFlight);
    }

    /** The request as the dispatcher reads it. */
    ReceivedRequest received() {
        return received;
    }

    ListenerPolicy policy() {
        return policy;
    }

    Response response() {
        return response;
    }

    HttpFields requestHeaders() {
        return request.getHeaders();
    }

    Request request() {
        return request;
    }

    boolean isHead() {
        return request.getMethod().equals("HEAD");
    }

    EndPoint endPoint() {
        return received.endPoint();
    }

    void route(@Nullable String name) {
        route = name;
    }

    @Nullable
    String route() {
        return route;
    }

    /** Settles the request's body and the connection's end before the head of the answer is written. */
    void prepareHead() {
        RequestBody reading = received.content();
        lingering = reading.pending() && !reading.settle();
        if (received.isHttp1() && (lingering || draining() || answeredInPlace())) {
            closeConnection();
        }
    }

    /**
     * Whether another thread answers in place of the one that handles the request. HTTP/1 reads the next request of a
     * connection only once that thread has come back, and it may never do so.
     */
    private boolean answeredInPlace() {
        return Thread.currentThread() != handling;
    }

    /** Makes this answer the last one of its connection; HTTP/2 has no header for that. */
    void closeConnection() {
        response.getHeaders().put(HttpHeader.CONNECTION, "close");
    }

    /** Ends a body of unknown length by its chunks: the mere end of a connection may be an accident. */
    void chunked() {
        if (request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_1_1) {
            response.getHeaders().put(HttpHeader.TRANSFER_ENCODING, "chunked");
        }
    }

    private boolean draining() {
        return inFlight.ending()
                || ListeningConnector.draining(request.getConnectionMetaData().getConnector());
    }

    /** Writes the whole body of the answer, or only its head if {@code content} is null, and ends the exchange. */
    void finish(byte @Nullable [] content) {
        finish(content == null ? null : ByteBuffer.wrap(content), true);
    }

    /**
     * Writes the head of an answer that never has a body, and ends the exchange. Written as the last part, the head
     * would get a {@code Content-Length: 0}, which a 204 must not have, and which a cache that got it with a 304 would
     * take for the length of its stored response (RFC 9110 §8.6).
     */
    void finishWithoutLength() {
        finish((ByteBuffer) null, false);
    }

    private void finish(@Nullable ByteBuffer content, boolean last) {
        bytes = content == null ? 0 : content.remaining();
        if (lingering) {
            finishLingering(content, last);
            return;
        }
        response.write(last, content, this);
        if (!ended.get()) {
            cutOffAfter(patience(policy, bytes));
        }
    }

    private void finishLingering(@Nullable ByteBuffer content, boolean last) {
        cutOffAfter(patience(policy, bytes));
        response.write(
                last,
                content,
                Callback.from(
                        () -> {
                            cancelCutOff();
                            finish();
                        },
                        this::failed));
    }

    /**
     * Ends an exchange whose answer is written, once its client has sent all that it wants to send. If too many clients
     * still send, the connection closes at once: a reset may then overtake the answer.
     */
    void finish() {
        if (!lingering) {
            succeeded();
            return;
        }
        leave();
        if (!inFlight.mayLinger()) {
            succeeded();
            return;
        }
        received.lingers();
        received.content().linger(() -> {
            inFlight.lingered();
            succeeded();
        });
    }

    /** How long a client may take to read this many bytes. */
    static Duration patience(ListenerPolicy policy, long bytes) {
        return policy.settings().limits().idle().plusSeconds(bytes / RequestBody.SLOWEST);
    }

    private void cutOffAfter(Duration patience) {
        EndPoint endPoint = endPoint();
        Scheduler.Task task = request.getComponents()
                .getScheduler()
                .schedule(
                        () -> endPoint.close(new TimeoutException("the client reads too slowly")),
                        patience.toMillis(),
                        TimeUnit.MILLISECONDS);
        cutOff = task;
        if (ended.get()) {
            task.cancel();
        }
    }

    /** Counts bytes of the answer that were written. */
    void sent(long count) {
        bytes = count;
    }

    /** Counts the request out of those in flight; further calls do nothing. */
    void leave() {
        if (entered.compareAndSet(true, false)) {
            inFlight.leave();
        }
    }

    @Override
    public void succeeded() {
        if (end()) {
            callback.succeeded();
        }
    }

    /** The answer could not be written: the client is gone, or there was a fault that nobody else reports. */
    @Override
    public void failed(Throwable cause) {
        if (!(cause instanceof IOException || cause instanceof TimeoutException)) {
            LOG.error("the answer of route {} cannot be sent", route, cause);
        }
        abort(cause);
    }

    /**
     * The client went away before there was an answer: ends the exchange, and its connection with it. Jetty does
     * not log this kind of exception.
     */
    void clientLeft() {
        left = true;
        abort(new EofException("the client closed the connection"));
    }

    /** Ends the exchange without the rest of its answer, and its connection with it. */
    void abort(Throwable cause) {
        if (end()) {
            callback.failed(cause);
        }
    }

    @Override
    public InvocationType getInvocationType() {
        return callback.getInvocationType();
    }

    /** Whether the exchange is over. */
    boolean over() {
        return ended.get();
    }

    private boolean end() {
        if (!ended.compareAndSet(false, true)) {
            return false;
        }
        cancelCutOff();
        try {
            count();
        } finally {
            leave(); // last: by the end of all requests, each of them is counted and logged
        }
        return true;
    }

    private void cancelCutOff() {
        Scheduler.Task task = cutOff;
        if (task != null) {
            task.cancel();
        }
    }

    private void count() {
        inFlight.counters.sent.add(bytes);
        inFlight.counters.received.add(received.ended());
        if (policy.settings().accessLog()) {
            int status = left || received.brokenOff() ? CLIENT_LEFT : response.getStatus();
            AccessLog.write(request, request.getMethod(), received.rawPath(), route, status, bytes, received.caller());
        }
    }
}
