package io.precinct.http;

import io.precinct.api.boundary.Body;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sending end of an event stream: a bounded queue that is written as fast as the client reads. Senders never wait;
 * a client that falls behind by more than {@link #MOST_QUEUED} is cut off. Thread-safe.
 */
final class PushChannel implements Body.Channel, Callback {
    /** Bytes that may wait for a client. A single larger piece is accepted while nothing else waits. */
    static final int MOST_QUEUED = 256 << 10;

    private static final Logger LOG = LoggerFactory.getLogger(PushChannel.class);

    private final HttpExchange exchange;
    private final RequestsInFlight inFlight;
    private final Object lock = new Object();
    private final ArrayDeque<byte[]> queue = new ArrayDeque<>();
    private final List<Runnable> onClose = new ArrayList<>();
    private long queued;
    private long written;
    private boolean writing;
    private boolean closed;
    private boolean ended;

    PushChannel(HttpExchange exchange, RequestsInFlight inFlight) {
        this.exchange = exchange;
        this.inFlight = inFlight;
    }

    Connector connector() {
        return exchange.request().getConnectionMetaData().getConnector();
    }

    @Override
    public boolean send(byte[] bytes) {
        if (bytes.length == 0) {
            return !isClosed();
        }
        boolean slow;
        synchronized (lock) {
            if (closed) {
                return false;
            }
            slow = queued > 0 && queued + bytes.length > MOST_QUEUED;
            if (!slow) {
                queue.add(bytes);
                queued += bytes.length;
                if (writing) {
                    return true;
                }
                writing = true;
            }
        }
        if (slow) {
            lost(new IOException("the client is " + MOST_QUEUED + " bytes behind"));
            return false;
        }
        writeNext();
        return true;
    }

    /** Sends what is queued, then the end. */
    @Override
    public void close() {
        boolean idle;
        synchronized (lock) {
            if (closed) {
                return;
            }
            closed = true;
            idle = !writing;
            writing = true;
        }
        closed();
        if (idle) {
            writeNext();
        }
    }

    @Override
    public void onClose(Runnable action) {
        synchronized (lock) {
            if (!closed) {
                onClose.add(action);
                return;
            }
        }
        run(action);
    }

    /** A piece was written. */
    @Override
    public void succeeded() {
        synchronized (lock) {
            byte[] done = queue.poll();
            if (done != null) {
                queued -= done.length;
                written += done.length;
            }
        }
        writeNext();
    }

    /** A piece could not be written. */
    @Override
    public void failed(Throwable cause) {
        lost(cause);
    }

    /** Notes that the client is gone or given up: drops what is queued and closes its connection. */
    void lost(Throwable cause) {
        boolean first;
        synchronized (lock) {
            if (ended) {
                return;
            }
            ended = true;
            first = !closed;
            closed = true;
            queue.clear();
            exchange.sent(written);
        }
        if (first) {
            closed();
        }
        exchange.failed(cause);
    }

    /**
     * Ends the stream if its caller may not read it any more, and notices a client that has left while nothing is sent
     * to it; over HTTP/2 the connection reports it. An event stream is the last answer of its connection, so bytes that
     * still arrive on it have no meaning.
     */
    void probe() {
        if (!exchange.received().lasts()) {
            close();
            return;
        }
        if (!exchange.received().isHttp1()) {
            return;
        }
        try {
            if (exchange.endPoint().fill(BufferUtil.allocate(512)) < 0) {
                lost(new EOFException("the client closed the connection"));
            }
        } catch (IOException reset) {
            lost(reset);
        }
    }

    private void writeNext() {
        byte @Nullable [] next;
        synchronized (lock) {
            if (ended) {
                return;
            }
            next = queue.peek();
            if (next == null) {
                writing = false;
                if (!closed) {
                    return;
                }
                ended = true;
                exchange.sent(written);
            }
        }
        if (next == null) {
            exchange.response().write(true, null, exchange);
        } else {
            exchange.response().write(false, ByteBuffer.wrap(next), this);
        }
    }

    private boolean isClosed() {
        synchronized (lock) {
            return closed;
        }
    }

    private void closed() {
        inFlight.closed(this);
        List<Runnable> actions;
        synchronized (lock) {
            actions = List.copyOf(onClose);
            onClose.clear();
        }
        actions.forEach(this::run);
    }

    private void run(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException problem) {
            LOG.error("an action on the close of the event stream of route {} failed", exchange.route(), problem);
        }
    }
}
