package io.precinct.http;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.HTTP2Connection;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.IdleTimeout;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.component.Graceful;
import org.jspecify.annotations.Nullable;

/**
 * A connector that can be drained: it stops accepting, every answer from then on says that its connection closes, and a
 * connection without a request is closed once it was quiet for a while.
 *
 * <p>Jetty's own shutdown also closes connections whose answer, on its way at that moment, promised to keep them: a client
 * may have sent its next request there.
 */
final class ListeningConnector extends ServerConnector {
    private static final long QUIET_MILLIS = 500;
    private static final long PERIOD_MILLIS = 50;

    private final Traffic traffic;
    private final CompletableFuture<@Nullable Void> drained = new CompletableFuture<>();
    private final ReentrantLock accepting = new ReentrantLock();
    private final Set<EndPoint> leaving = new HashSet<>();
    private volatile boolean draining;

    ListeningConnector(Server server, Traffic traffic, HttpConfiguration http) {
        super(server, 1, 1, new HttpConnectionFactory(http), new HTTP2CServerConnectionFactory(http));
        this.traffic = traffic;
    }

    /** Whether connections are to be closed after their current request. */
    boolean draining() {
        return draining;
    }

    /** Stops accepting and frees the address before it returns; the future completes with the last connection. */
    CompletableFuture<@Nullable Void> drain() {
        draining = true;
        setAccepting(false);
        close();
        awaitAcceptor();
        var _ = Graceful.shutdown(getConnectionFactory(HTTP2CServerConnectionFactory.class));
        traffic.closeChannels(this);
        closeQuiet();
        return drained;
    }

    /** The system frees the address only when nobody waits on the socket any more. */
    private void awaitAcceptor() {
        accepting.lock();
        try {
            draining = true;
        } finally {
            accepting.unlock();
        }
    }

    private void closeQuiet() {
        for (EndPoint endPoint : getConnectedEndPoints()) {
            // Whether it waits comes first: what began to wait after that look is not quiet for long enough.
            if (waits(endPoint) && endPoint instanceof IdleTimeout idle && idle.getIdleFor() >= QUIET_MILLIS) {
                close(endPoint);
            }
        }
        if (!getConnectedEndPoints().isEmpty() && isRunning()) {
            getScheduler().schedule(this::closeQuiet, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        } else {
            drained.complete(null);
        }
    }

    /** Whether a connection waits for a request: HTTP/1 reads, and no request of it has a body to come. */
    private boolean waits(EndPoint endPoint) {
        return endPoint.getConnection() instanceof HTTP2Connection http2
                ? http2.getSession().getStreams().isEmpty()
                : endPoint.isFillInterested() && !traffic.receiving().contains(endPoint);
    }

    /** HTTP/2 has said that it goes away; now it says which streams it has seen, and goes. */
    private void close(EndPoint endPoint) {
        if (endPoint.getConnection() instanceof HTTP2Connection http2 && leaving.add(endPoint)) {
            http2.getSession().close(ErrorCode.NO_ERROR.code, "the service stops", Callback.NOOP);
        } else {
            endPoint.close();
        }
    }

    @Override
    public void accept(int acceptor) throws IOException {
        accepting.lock();
        try {
            super.accept(acceptor);
        } finally {
            accepting.unlock();
        }
    }

    /** The end of accepting is no failure of it. */
    @Override
    protected boolean handleAcceptFailure(Throwable failure) {
        return draining || super.handleAcceptFailure(failure);
    }
}
