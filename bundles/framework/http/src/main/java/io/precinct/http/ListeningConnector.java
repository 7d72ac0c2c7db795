package io.precinct.http;

import io.precinct.lib.jetty.StrictHttpConnectionFactory;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.HTTP2Connection;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.IdleTimeout;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.component.Graceful;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.strategy.AdaptiveExecutionStrategy;
import org.jspecify.annotations.Nullable;

/**
 * A connector that can be drained: it stops accepting, every answer from then on announces that its connection closes,
 * and a connection without a request is closed after it has been quiet for a while.
 *
 * <p>Jetty's own shutdown also closes connections whose answer, on its way at that moment, promised to keep them: a
 * client may have sent its next request there.
 */
final class ListeningConnector extends ServerConnector {
    private static final long QUIET_MILLIS = 500;
    private static final long PERIOD_MILLIS = 50;

    private final RequestsInFlight inFlight;
    private final CompletableFuture<@Nullable Void> drained = new CompletableFuture<>();
    private final Object accepting = new Object();
    private final Set<EndPoint> leaving = new HashSet<>();
    private volatile boolean draining;

    ListeningConnector(Server server, RequestsInFlight inFlight, ConnectionFactory... protocols) {
        super(server, 1, Runtime.getRuntime().availableProcessors(), protocols);
        this.inFlight = inFlight;
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        if (getExecutor() instanceof RequestThreads threads) {
            threads.followers().lead(strategies());
        }
    }

    @Override
    protected void doStop() throws Exception {
        var ended = strategies();
        super.doStop();
        if (getExecutor() instanceof RequestThreads threads) {
            threads.followers().end(ended);
        }
    }

    /** How each selector divides selecting and answering among threads. */
    private List<AdaptiveExecutionStrategy> strategies() {
        return getSelectorManager().getBeans(ManagedSelector.class).stream()
                .map(selector -> selector.getBean(AdaptiveExecutionStrategy.class))
                .filter(Objects::nonNull)
                .toList();
    }

    /** HTTP/1.1 and HTTP/2 in clear text, or HTTP/1.1 over TLS. */
    static ConnectionFactory[] protocols(HttpConfiguration http, SslContextFactory.@Nullable Server tls) {
        var http1 = new StrictHttpConnectionFactory(http);
        if (tls == null) {
            return new ConnectionFactory[] {http1, new HTTP2CServerConnectionFactory(http)};
        }
        var ssl = new SslConnectionFactory(tls, http1.getProtocol());
        // It would compare the name that a client connected to with the certificate, and answer by itself.
        ssl.setEnsureSecureRequestCustomizer(false);
        return new ConnectionFactory[] {ssl, http1};
    }

    /** The end point that requests come from: behind TLS, one of its own, else the socket's. */
    static EndPoint requests(EndPoint socket) {
        return socket.getConnection() instanceof SslConnection ssl ? ssl.getSslEndPoint() : socket;
    }

    /** Whether connections are to be closed after their current request. */
    static boolean draining(Connector connector) {
        return connector instanceof ListeningConnector own && own.draining;
    }

    /** Stops accepting and frees the address before it returns; the future completes with the last connection. */
    CompletableFuture<@Nullable Void> drain() {
        draining = true;
        setAccepting(false);
        close();
        awaitAcceptor();
        var http2 = getConnectionFactory(HTTP2CServerConnectionFactory.class);
        if (http2 != null) {
            var _ = Graceful.shutdown(http2);
        }
        inFlight.closeChannels(this);
        closeQuiet();
        return drained;
    }

    /** Waits for the acceptor: the system frees the address only when nobody waits on the socket any more. */
    private void awaitAcceptor() {
        synchronized (accepting) {
            draining = true;
        }
    }

    private void closeQuiet() {
        for (EndPoint endPoint : getConnectedEndPoints()) {
            // The check for waiting comes first: a connection that began to wait after it is not quiet for long enough.
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

    /** Whether a connection waits for a request: HTTP/1 reads, and no body of its current request is still to come. */
    private boolean waits(EndPoint endPoint) {
        EndPoint requests = requests(endPoint);
        return requests.getConnection() instanceof HTTP2Connection http2
                ? http2.getSession().getStreams().isEmpty()
                : requests.isFillInterested() && !inFlight.receiving.contains(requests);
    }

    /**
     * Closes a connection. HTTP/2 has announced that it goes away; now it names the streams that it has seen, and goes.
     */
    private void close(EndPoint endPoint) {
        if (endPoint.getConnection() instanceof HTTP2Connection http2 && leaving.add(endPoint)) {
            http2.getSession().close(ErrorCode.NO_ERROR.code, "the service stops", Callback.NOOP);
        } else {
            requests(endPoint).close();
        }
    }

    @Override
    public void accept(int acceptor) throws IOException {
        synchronized (accepting) {
            super.accept(acceptor);
        }
    }

    /** The end of accepting is not a failure to accept. */
    @Override
    protected boolean handleAcceptFailure(Throwable failure) {
        return draining || super.handleAcceptFailure(failure);
    }
}
