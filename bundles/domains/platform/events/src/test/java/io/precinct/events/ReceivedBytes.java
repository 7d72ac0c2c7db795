package io.precinct.events;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The bytes received from a socket. A separate thread reads them, because a client that falls behind is cut off, and
 * the assertions of a test take time.
 */
final class ReceivedBytes extends InputStream {
    private final BlockingQueue<byte[]> pieces = new LinkedBlockingQueue<>();
    private volatile @Nullable IOException failure;
    private byte[] piece = {};
    private int at;
    private boolean ended;

    ReceivedBytes(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        Thread.ofPlatform().daemon().name("arrived").start(() -> read(in));
    }

    private void read(InputStream in) {
        byte[] buffer = new byte[64 << 10];
        try {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                pieces.add(Arrays.copyOf(buffer, count));
            }
        } catch (IOException e) {
            failure = e;
        }
        pieces.add(new byte[0]); // the end
    }

    @Override
    public int read() throws IOException {
        return there() ? piece[at++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!there()) {
            return -1;
        }
        int count = Math.min(length, piece.length - at);
        System.arraycopy(piece, at, into, offset, count);
        at += count;
        return count;
    }

    /** Waits for a byte; returns false at the end. */
    private boolean there() throws IOException {
        if (at == piece.length && !ended) {
            piece = next();
            at = 0;
            ended = piece.length == 0;
        }
        IOException broken = failure;
        if (ended && broken != null) {
            throw broken;
        }
        return !ended;
    }

    private byte[] next() throws IOException {
        try {
            byte[] next = pieces.poll(30, TimeUnit.SECONDS);
            if (next == null) {
                throw new SocketTimeoutException("nothing came for half a minute");
            }
            return next;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
