package io.precinct.http;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Checks connections once a second, so that requests pay nothing for it. Closes those that send the head of a request
 * byte by byte, each byte in time for the idle timeout, and notices clients of event streams that have left.
 */
final class ConnectionWatch {
    private static final long PERIOD_MILLIS = 1000;

    private final Server server;
    private final RequestsInFlight inFlight;
    private final RequestHandler handler;
    private final Map<EndPoint, Head> heads = new HashMap<>();
    private Scheduler.@Nullable Task next;
    private boolean stopped;

    /**
     * A connection as it was when this number of its requests was first seen.
     *
     * @param requests whose head is complete
     * @param bytes received until then
     * @param since time in nanoseconds at which more bytes were seen, or 0
     */
    private record Head(long requests, long bytes, long since) {}

    ConnectionWatch(Server server, RequestsInFlight inFlight, RequestHandler handler) {
        this.server = server;
        this.inFlight = inFlight;
        this.handler = handler;
    }

    synchronized void start() {
        if (!stopped) {
            next = server.getScheduler().schedule(this::look, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    synchronized void stop() {
        stopped = true;
        if (next != null) {
            next.cancel();
        }
    }

    private void look() {
        try {
            long now = System.nanoTime();
            heads.keySet().removeIf(endPoint -> !endPoint.isOpen());
            for (Connector connector : server.getConnectors()) {
                look(connector.getConnectedEndPoints(), now);
            }
            inFlight.channels.forEach(PushChannel::probe);
        } finally {
            start();
        }
    }

    private void look(Collection<EndPoint> endPoints, long now) {
        long patience = handler.policy().settings().limits().idle().toNanos();
        for (EndPoint endPoint : endPoints) {
            EndPoint requests = ListeningConnector.requests(endPoint);
            Connection connection = requests.getConnection();
            if (connection instanceof ConnectionMetaData http && http.getHttpVersion() != HttpVersion.HTTP_2) {
                long bytes = connection.getMessagesIn() == 0 && endPoint.getConnection() instanceof SslConnection tls
                        ? tls.getBytesIn() // the handshake precedes the first head, and counts with it
                        : connection.getBytesIn();
                Head head = seen(heads.get(endPoint), requests, connection, bytes, now);
                heads.put(endPoint, head);
                if (head.since() != 0 && now - head.since() > patience) {
                    endPoint.close(new TimeoutException("the head of a request took longer than the idle timeout"));
                }
            }
        }
    }

    private Head seen(@Nullable Head earlier, EndPoint endPoint, Connection connection, long bytes, long now) {
        long requests = connection.getMessagesIn();
        if (earlier == null) {
            // A new connection: all bytes that it sent without completing a request belong to its first head.
            return new Head(requests, requests == 0 ? 0 : bytes, requests == 0 && bytes > 0 ? now : 0);
        }
        if (earlier.requests() != requests || inFlight.receiving.contains(endPoint)) {
            return new Head(requests, bytes, 0);
        }
        return earlier.since() == 0 && bytes != earlier.bytes() ? new Head(requests, earlier.bytes(), now) : earlier;
    }
}
