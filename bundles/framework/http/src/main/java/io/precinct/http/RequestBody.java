package io.precinct.http;

import io.precinct.core.api.dispatch.Request.BodyTooLarge;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/** The body of a request. Used on one thread at a time. */
final class RequestBody {
    /** A slower client, once the grace is over, is an attack or a dead line. Bytes per second. */
    static final int SLOWEST = 240;

    /** What Jetty says if HTTP/1 ends in the middle of a body. */
    private static final String EARLY_END = "Early EOF";

    private static final int FIRST_BUFFER = 64 << 10;
    private static final int MOST_AT_ONCE = 64 << 10;
    private static final long MOST_LINGERING = 16 << 20;
    private static final long LINGER_SECONDS = 30;

    private final Request source;
    private final long graceNanos;
    private final boolean http2;
    private Content.@Nullable Chunk first;
    private boolean complete;
    private boolean asked;
    private boolean gone;
    private boolean cut;
    private long received;
    private @Nullable DirectAnswer failure;

    /**
     * The body of {@code source}.
     *
     * @param graceNanos how long a client may take before its speed counts
     */
    RequestBody(Request source, long graceNanos) {
        this.source = source;
        this.graceNanos = graceNanos;
        this.http2 = source.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_2;
        this.complete = !announced();
    }

    private boolean announced() {
        long length = source.getLength();
        if (length >= 0) {
            return length > 0;
        }
        if (!http2) {
            return source.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
        }
        // HTTP/2 marks the end of a request by a flag, not by a header.
        first = source.read();
        return first == null || !first.isLast() || first.hasRemaining() || Content.Chunk.isFailure(first);
    }

    /** Whether there is anything left to read. */
    boolean pending() {
        return !complete;
    }

    /** Bytes read. */
    long received() {
        return received;
    }

    /** The answer if the client sent no proper body, whatever the dispatcher made of it; or null. */
    @Nullable
    DirectAnswer failure() {
        return failure;
    }

    /** Whether the client left. */
    boolean gone() {
        return gone;
    }

    /** Whether the client left, or ended its side of the connection in the middle of the body. */
    boolean brokenOff() {
        return gone || cut;
    }

    /**
     * Reads all of it.
     *
     * @throws BodyTooLarge beyond {@code limit} bytes; the rest is not read
     * @throws IOException if the client stopped sending
     */
    byte[] read(long limit) throws IOException {
        long length = source.getLength();
        if (length > limit) {
            throw new BodyTooLarge(limit);
        }
        long started = System.nanoTime();
        byte[] content = new byte[(int) Math.min(length >= 0 ? length : 8192, FIRST_BUFFER)];
        int size = 0;
        while (!complete) {
            Content.Chunk chunk = next();
            try {
                ByteBuffer bytes = chunk.getByteBuffer();
                int count = bytes.remaining();
                if (size + (long) count > Math.min(limit, Integer.MAX_VALUE - 8)) {
                    throw new BodyTooLarge(limit);
                }
                if (size + count > content.length) {
                    content = Arrays.copyOf(content, grown(content.length, size + count, length));
                }
                bytes.get(content, size, count);
                size += count;
            } finally {
                chunk.release();
            }
            requireSpeed(started);
        }
        return size == content.length ? content : Arrays.copyOf(content, size);
    }

    private static int grown(int capacity, int needed, long length) {
        long twice = Math.min(2L * capacity, Integer.MAX_VALUE - 8);
        return (int) Math.max(needed, length >= 0 ? Math.min(twice, length) : twice);
    }

    private void requireSpeed(long started) throws IOException {
        long elapsed = System.nanoTime() - started;
        if (!complete && elapsed > graceNanos && received < (elapsed - graceNanos) / 1_000_000_000.0 * SLOWEST) {
            failure = DirectAnswer.SLOW_BODY;
            throw new IOException("the client sends its body slower than " + SLOWEST + " bytes per second");
        }
    }

    /** Reads what has arrived, without waiting and within bounds; returns whether that was all. */
    boolean settle() {
        if (asked || source.getHeaders().contains(HttpHeader.EXPECT) || failure != null || gone) {
            return complete;
        }
        long until = received + MOST_AT_ONCE;
        while (!complete && received < until) {
            Content.Chunk chunk = read();
            if (chunk == null || Content.Chunk.isFailure(chunk)) {
                return false;
            }
            chunk.release();
        }
        return complete;
    }

    /**
     * Continues reading after the answer is sent, within bounds and without a thread: closing a connection on which
     * bytes arrive resets it, and so does closing a stream of HTTP/2, and a reset overtakes the answer on its way.
     *
     * @param done called once, when the client has sent all of it, has left, or has continued for too long
     */
    void linger(Runnable done) {
        if (gone || source.getHeaders().contains(HttpHeader.EXPECT)) {
            done.run();
            return;
        }
        Scheduler.Task end = source.getComponents()
                .getScheduler()
                .schedule(
                        () -> source.fail(new EofException("the client still sends long after its answer")),
                        LINGER_SECONDS,
                        TimeUnit.SECONDS);
        lingerUntil(received + MOST_LINGERING, () -> {
            end.cancel();
            done.run();
        });
    }

    private void lingerUntil(long most, Runnable done) {
        while (!complete && received < most) {
            Content.Chunk chunk = read();
            if (chunk == null) {
                source.demand(() -> lingerUntil(most, done));
                return;
            }
            if (Content.Chunk.isFailure(chunk)) {
                break;
            }
            chunk.release();
        }
        done.run();
    }

    private Content.Chunk next() throws IOException {
        while (true) {
            Content.Chunk chunk = read();
            if (chunk == null) {
                await();
            } else if (Content.Chunk.isFailure(chunk)) {
                throw failed(chunk.getFailure());
            } else {
                return chunk;
            }
        }
    }

    private Content.@Nullable Chunk read() {
        Content.Chunk chunk = first;
        first = null;
        if (chunk == null) {
            chunk = source.read();
        }
        if (chunk != null && !Content.Chunk.isFailure(chunk)) {
            received += chunk.remaining();
            complete = chunk.isLast();
        }
        return chunk;
    }

    private void await() throws IOException {
        asked = true;
        try (Blocker.Runnable available = Blocker.runnable()) {
            source.demand(available);
            available.block();
        }
    }

    private IOException failed(Throwable cause) {
        switch (cause) {
            case TimeoutException _ -> failure = DirectAnswer.SLOW_BODY;
            case HttpException bad -> {
                String reason = bad.getReason() == null ? "" : bad.getReason();
                cut = reason.equals(EARLY_END);
                failure = DirectAnswer.of(bad.getCode(), reason);
            }
            default -> gone = true;
        }
        return new IOException("the request body ended early: " + cause.getMessage(), cause);
    }
}
