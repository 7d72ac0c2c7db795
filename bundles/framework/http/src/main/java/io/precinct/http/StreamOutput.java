package io.precinct.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.util.Blocker;

/**
 * The output for a streamed body: buffered, and blocking until the client has taken what is flushed. Used on one thread
 * at a time.
 */
final class StreamOutput extends OutputStream {
    private static final int BUFFER = 32 << 10;

    private final HttpExchange exchange;
    private final byte[] buffer;
    private int buffered;
    private long written;
    private boolean gone;

    /**
     * The output of an exchange.
     *
     * @param length of the whole body, or -1
     */
    StreamOutput(HttpExchange exchange, long length) {
        this.exchange = exchange;
        this.buffer = new byte[(int) (length < 0 ? BUFFER : Math.min(Math.max(length, 1), BUFFER))];
    }

    /** Whether the client stopped reading; a writer that then throws is not at fault. */
    boolean clientGone() {
        return gone;
    }

    /** Bytes that were written to it. */
    long taken() {
        return written + buffered;
    }

    @Override
    public void write(int b) throws IOException {
        if (buffered == buffer.length) {
            flush();
        }
        buffer[buffered++] = (byte) b;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (length > buffer.length - buffered) {
            flush();
        }
        if (length >= buffer.length) {
            for (int at = 0; at < length; at += BUFFER) {
                send(false, ByteBuffer.wrap(bytes, offset + at, Math.min(BUFFER, length - at)));
            }
        } else {
            System.arraycopy(bytes, offset, buffer, buffered, length);
            buffered += length;
        }
    }

    @Override
    public void flush() throws IOException {
        if (buffered > 0) {
            int count = buffered;
            buffered = 0;
            send(false, ByteBuffer.wrap(buffer, 0, count));
        }
    }

    /** Sends the rest and the end of the body. */
    void finish() throws IOException {
        int count = buffered;
        buffered = 0;
        send(true, ByteBuffer.wrap(buffer, 0, count));
    }

    private void send(boolean last, ByteBuffer bytes) throws IOException {
        int count = bytes.remaining();
        Duration patience = HttpExchange.patience(exchange.policy(), count);
        try (Blocker.Callback sent = Blocker.callback()) {
            exchange.response().write(last, bytes, sent);
            sent.block(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException slow) {
            gone = true;
            exchange.endPoint().close(slow);
            throw new IOException("the client reads too slowly", slow);
        } catch (IOException failed) {
            gone = true;
            throw failed;
        }
        written += count;
        exchange.sent(written);
    }
}
