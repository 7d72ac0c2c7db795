package io.precinct.http;

import io.precinct.core.api.config.HttpSettings;
import io.precinct.core.api.dispatch.Dispatcher;
import io.precinct.core.api.metrics.MetricSource;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.http2.hpack.HpackFieldPreEncoder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A listener over a {@link Dispatcher}: HTTP/1.1 and HTTP/2 in clear text on one port, or HTTP/1.1 over TLS; one thread
 * of the system for each request. Needs no container; starts once, stops once. Thread-safe.
 *
 * <pre>{@code
 * var server = new HttpServer(dispatcher, HttpSettings.onPort(0), null);
 * server.start();
 * var answer = client.send(HttpRequest.newBuilder(URI.create(server.url() + "/echo/hi")).build(), ofString());
 * server.stop();
 * }</pre>
 */
public final class HttpServer implements MetricSource, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);

    static {
        findHpackEncoder();
    }

    private final String name;
    private final @Nullable String token;
    private final RequestThreads threads;
    private final Server server;
    private final RequestsInFlight inFlight;
    private final RequestHandler handler;
    private final Connectors connectors;
    private final ConnectionWatch watch;
    private HttpSettings settings;
    private SslContextFactory.@Nullable Server tls;
    private boolean stopped;

    /**
     * A listener that is not open yet.
     *
     * @param dispatcher answers the requests
     * @param settings address to listen on, clients to serve, and limits
     * @param token makes a caller over loopback an administrator; null if nobody is one
     */
    public HttpServer(Dispatcher dispatcher, HttpSettings settings, @Nullable String token) {
        this(dispatcher, settings, token, AccessCheck.OPEN, null);
    }

    /**
     * A listener that is not open yet, without administrators.
     *
     * @param access who may pass
     * @param tls a started source of TLS contexts, which its creator stops; null for clear text
     */
    public HttpServer(
            Dispatcher dispatcher, HttpSettings settings, AccessCheck access, SslContextFactory.@Nullable Server tls) {
        this(dispatcher, settings, null, access, tls);
    }

    private HttpServer(
            Dispatcher dispatcher,
            HttpSettings settings,
            @Nullable String token,
            AccessCheck access,
            SslContextFactory.@Nullable Server tls) {
        this.name = access.name();
        this.token = token;
        this.tls = tls;
        this.inFlight = new RequestsInFlight(access);
        this.settings = settings;
        this.threads = new RequestThreads(name, threadsFor(settings));
        this.server = new Server(threads);
        this.handler = new RequestHandler(dispatcher, inFlight, access, ListenerPolicy.of(settings, token, null));
        this.connectors = new Connectors(server, inFlight, access.readsPaths());
        this.watch = new ConnectionWatch(server, inFlight, handler);
        server.setHandler(handler);
        server.setErrorHandler(new ErrorAnswers(inFlight, handler));
    }

    /** One thread for each request in flight. A request beyond the limit is refused at once, on a spare thread. */
    private static int threadsFor(HttpSettings settings) {
        return settings.limits().inFlight() + RequestHandler.RESERVE;
    }

    /**
     * Jetty looks up the encoder of constant HTTP/2 fields through the thread's class loader, once, when the first such
     * field is made. In a container that finds nothing, and HTTP/2 fails on every answer, unless the loader is that of
     * the bundle with the encoder; so this comes before anything else of Jetty.
     */
    private static void findHpackEncoder() {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(HpackFieldPreEncoder.class.getClassLoader());
        try {
            var _ = new PreEncodedHttpField(HttpHeader.CONNECTION, "close");
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /**
     * Opens the listener; when this returns, it accepts connections. A listener that could not be opened must not be
     * used any more.
     *
     * @throws IOException if the address cannot be listened on; the message names the address and a remedy
     */
    public synchronized void start() throws IOException {
        try {
            connectors.open(settings, tls);
        } catch (IOException refused) {
            threads.stop();
            throw refused;
        }
        try {
            server.start();
        } catch (Exception e) {
            stopServer();
            throw new IOException("the listener does not start: " + e.getMessage(), e);
        }
        watch.start();
    }

    /**
     * Takes over new settings, for requests from now on. A new {@code port} or {@code bind} is opened before the old
     * one closes; requests in flight there are answered.
     *
     * @throws IOException if the new address cannot be listened on: the old one stays, all other settings apply
     */
    public synchronized void apply(HttpSettings next) throws IOException {
        apply(next, tls);
    }

    /**
     * As {@link #apply(HttpSettings)}, with another source of TLS contexts, or none: the listener is opened anew, while
     * connections made before stay as they are.
     */
    public synchronized void apply(HttpSettings next, SslContextFactory.@Nullable Server nextTls) throws IOException {
        if (stopped) {
            return;
        }
        settings = next;
        threads.requests(threadsFor(next));
        try {
            connectors.apply(next, nextTls);
            tls = nextTls;
        } finally {
            // Not the address that could not be opened: clients name the one that they reach.
            handler.policy(ListenerPolicy.of(connectors.inPlace(next), token, handler.policy()));
        }
    }

    /**
     * Announces that the next settings are new ones, not those of a further attempt. An attempt may find out only after
     * it closed the listener that the address cannot be opened; then no further one is made until there are new settings.
     */
    public synchronized void renewed() {
        connectors.forgetRefusal();
    }

    /** Takes over all settings but the address and the source of TLS contexts, which stay. */
    public synchronized void applyInPlace(HttpSettings next) throws IOException {
        apply(connectors.inPlace(next), tls);
    }

    /**
     * Announces that the listener {@linkplain #stop stops} soon: it takes requests as before, but every answer over
     * HTTP/1 is the last one of its connection, so that clients connect elsewhere. HTTP/2 learns of the end when the
     * listener stops.
     */
    public void announceStop() {
        inFlight.announceEnd();
    }

    /**
     * Stops gracefully: accepts nothing more, gives requests in flight {@code limits.stop} to be answered, ends event
     * streams, closes. Returns when that is done; further calls do nothing.
     */
    public synchronized void stop() {
        if (stopped) {
            return;
        }
        stopped = true;
        Duration patience = settings.limits().stop();
        CompletableFuture<?> all = CompletableFuture.allOf(connectors.drain(), inFlight.drain());
        if (!Connectors.await(all, patience)) {
            LOG.warn(
                    "{} requests and {} connections are cut off: they did not end within limits.stop_seconds, {} s",
                    inFlight.inFlight(),
                    connectors.connections(),
                    patience.toSeconds());
        }
        watch.stop();
        stopServer();
    }

    /** Begins to {@link #stop}, on a thread of its own; completes once that is done, whether it succeeds or fails. */
    public CompletableFuture<@Nullable Void> stopping() {
        var done = new CompletableFuture<@Nullable Void>();
        Thread.ofPlatform().daemon().name(name + "-stop").start(() -> {
            try {
                stop();
            } finally {
                done.complete(null);
            }
        });
        return done;
    }

    private void stopServer() {
        try {
            server.setStopTimeout(0);
            server.stop();
        } catch (Exception e) {
            LOG.warn("the listener does not stop cleanly", e);
        } finally {
            threads.stop();
        }
    }

    /** {@link #stop}. */
    @Override
    public void close() {
        stop();
    }

    /** Whether nobody else can read what is sent: it speaks TLS, or listens on loopback only. */
    public synchronized boolean isConfidential() {
        return tls != null || connectors.isLoopback();
    }

    /** The port that it listens on. */
    public synchronized int port() {
        return connectors.port();
    }

    /** The url at which a client on this machine reaches the listener, without a slash at the end. */
    public synchronized String url() {
        return connectors.url();
    }

    @Override
    public List<Family> collect() {
        return inFlight.counters.collect(connectors.connections(), inFlight.inFlight(), inFlight.channels.size());
    }
}
