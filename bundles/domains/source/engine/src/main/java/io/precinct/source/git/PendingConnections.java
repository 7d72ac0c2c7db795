package io.precinct.source.git;

import java.io.InterruptedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * Limits how many connections to one server are being established at once. An SSH server turns further ones away:
 * OpenSSH begins with the eleventh that is not logged in yet ({@code MaxStartups}), and other clients need some too.
 * First come, first served. Thread-safe.
 */
final class PendingConnections {
    /** Most to one server. */
    static final int MOST = 4;

    private static final int SSH_PORT = 22;

    private final Map<String, Semaphore> places = new ConcurrentHashMap<>();

    /**
     * Waits for a place, which is to be closed once the connection is established or has failed.
     *
     * @param port 0 or less for the default one
     * @throws InterruptedIOException if the thread is interrupted before there is a place
     */
    Place enter(String host, int port) throws InterruptedIOException {
        Semaphore server =
                places.computeIfAbsent(host + ':' + (port > 0 ? port : SSH_PORT), _ -> new Semaphore(MOST, true));
        try {
            server.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the connection was given up before it began");
        }
        return server::release;
    }

    /** A place, held until it is closed, once. */
    @FunctionalInterface
    interface Place extends AutoCloseable {
        @Override
        void close();
    }
}
