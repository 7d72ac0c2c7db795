package io.precinct.http;

import io.precinct.core.api.config.HttpSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http.UriCompliance.Violation;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listening socket: opened, moved to another address without losing a request, and closed. Not thread-safe: its
 * owner calls it under one lock.
 */
final class Connectors {
    private static final Logger LOG = LoggerFactory.getLogger(Connectors.class);

    /** Connections that wait to be accepted; beyond, or beyond the system's own limit, clients wait or are reset. */
    private static final int ACCEPT_QUEUE = 4096;

    private static final int LARGEST_ANSWER_HEAD = 64 << 10;

    /**
     * An encoded slash or percent sign is data, and so are an encoded backslash and control characters, which file
     * names may have: the core splits a path before it decodes it. What is not well encoded passes because the core says
     * what is wrong with it, and where. Encoded dot segments stay refused, so that the order of decoding does not
     * matter.
     */
    private static final UriCompliance URIS = new UriCompliance(
            "precinct",
            EnumSet.of(
                    Violation.AMBIGUOUS_PATH_SEPARATOR,
                    Violation.AMBIGUOUS_PATH_ENCODING,
                    Violation.AMBIGUOUS_EMPTY_SEGMENT,
                    Violation.AMBIGUOUS_PATH_PARAMETER,
                    Violation.BAD_UTF8_ENCODING,
                    Violation.TRUNCATED_UTF8_ENCODING,
                    Violation.SUSPICIOUS_PATH_CHARACTERS));

    /** For an entrance that judges by the path: it refuses odd spellings itself, once it has identified the caller. */
    private static final UriCompliance ANY_URI = UriCompliance.UNSAFE;

    private final Server server;
    private final RequestsInFlight inFlight;
    private final UriCompliance uris;
    private @Nullable ListeningConnector current;
    private @Nullable HttpSettings address;
    private SslContextFactory.@Nullable Server tls;
    /** The address for which the listener was closed in vain; null if there is none. */
    private @Nullable Refused refused;

    private record Refused(int port, String bind, String reason) {
        boolean isAt(HttpSettings settings) {
            return port == settings.port() && bind.equals(settings.bind());
        }
    }

    Connectors(Server server, RequestsInFlight inFlight, boolean anyUri) {
        this.uris = anyUri ? ANY_URI : URIS;
        this.server = server;
        this.inFlight = inFlight;
    }

    /**
     * Opens the first socket, which accepts once the server starts.
     *
     * @throws IOException if the address cannot be listened on
     */
    void open(HttpSettings settings, SslContextFactory.@Nullable Server contexts) throws IOException {
        current = listen(settings, contexts);
        address = settings;
        tls = contexts;
        server.addConnector(current);
    }

    /**
     * Takes over new settings; a new address is opened before the old one is closed, if both can be open at once.
     *
     * @throws IOException if the address cannot be listened on: the old one stays, all other settings apply
     */
    void apply(HttpSettings settings, SslContextFactory.@Nullable Server contexts) throws IOException {
        ListeningConnector connector = current;
        HttpSettings before = address;
        if (connector == null || before == null) {
            throw new IllegalStateException("there is no open listener to apply settings to");
        }
        configure(connector, settings);
        boolean moved = settings.port() != before.port() || !settings.bind().equals(before.bind()) || contexts != tls;
        if (!moved && connector.isOpen()) {
            address = settings;
        } else if (settings.port() != 0
                && settings.port() == connector.getLocalPort()
                && AddressOverlap.between(before.bind(), settings.bind())) {
            rebind(connector, before, settings, contexts);
        } else {
            ListeningConnector next = listen(settings, contexts);
            start(next, settings, contexts);
            retire(connector, settings.limits().stop());
        }
    }

    /**
     * Reopens the same port on another interface or in another way: the system refuses the second while the first is
     * open.
     */
    private void rebind(
            ListeningConnector old,
            HttpSettings before,
            HttpSettings settings,
            SslContextFactory.@Nullable Server contexts)
            throws IOException {
        try {
            // What cannot be opened must not close, at every attempt, what is open.
            AddressOverlap.requireFree(before.bind(), settings.bind(), settings.port());
        } catch (IOException taken) {
            throw refusal(settings, taken);
        }
        Refused earlier = refused;
        if (earlier != null && earlier.isAt(settings) && old.isOpen()) {
            throw new IOException(earlier.reason());
        }
        retire(old, settings.limits().stop());
        try {
            start(listen(settings, contexts), settings, contexts);
        } catch (IOException failure) {
            String reason = failure.getMessage() + "; every attempt closes the listener for a moment, so that the next"
                    + " one is made when the configuration is reloaded";
            refused = new Refused(settings.port(), settings.bind(), reason);
            HttpSettings again = settings.at(settings.port(), before.bind());
            start(listen(again, tls), again, tls);
            throw new IOException(reason, failure);
        }
    }

    /** Forgets for which address the listener was closed in vain: it may be closed once more for that address. */
    void forgetRefusal() {
        refused = null;
    }

    private void start(ListeningConnector next, HttpSettings settings, SslContextFactory.@Nullable Server contexts)
            throws IOException {
        server.addConnector(next);
        try {
            next.start();
        } catch (Exception e) {
            server.removeConnector(next);
            next.close();
            throw new IOException("the listener on " + where(settings) + " does not start: " + e.getMessage(), e);
        }
        current = next;
        address = settings;
        tls = contexts;
    }

    private ListeningConnector listen(HttpSettings settings, SslContextFactory.@Nullable Server contexts)
            throws IOException {
        var http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendXPoweredBy(false);
        http.setUriCompliance(uris);
        http.setMaxResponseHeaderSize(LARGEST_ANSWER_HEAD);
        var connector = new ListeningConnector(server, inFlight, ListeningConnector.protocols(http, contexts));
        connector.setHost(settings.bind());
        connector.setPort(settings.port());
        connector.setAcceptQueueSize(ACCEPT_QUEUE);
        configure(connector, settings);
        try {
            connector.open();
        } catch (IOException refused) {
            throw refusal(settings, refused);
        }
        return connector;
    }

    private static IOException refusal(HttpSettings settings, IOException refused) {
        return new IOException(
                "cannot listen on " + where(settings) + ": " + reason(refused)
                        + "; choose a free port with port: or --port, an address of this machine with bind:",
                refused);
    }

    private static @Nullable String reason(IOException refused) {
        return switch (refused.getCause()) {
            case UnresolvedAddressException _ -> "no address is known by this name";
            case null -> refused.getMessage();
            case Throwable cause -> cause.getMessage();
        };
    }

    private static void configure(ListeningConnector connector, HttpSettings settings) {
        connector.setIdleTimeout(settings.limits().idle().toMillis());
        connector
                .getConnectionFactory(HttpConnectionFactory.class)
                .getHttpConfiguration()
                .setRequestHeaderSize(settings.limits().headerBytes());
    }

    private static String where(HttpSettings settings) {
        return settings.bind() + ":" + settings.port();
    }

    /** Stops accepting, and closes the connector once its requests are answered. */
    private void retire(ListeningConnector old, Duration patience) {
        CompletableFuture<@Nullable Void> done = old.drain();
        Thread.ofPlatform().daemon().name("http-retire").start(() -> {
            await(done, patience);
            server.removeConnector(old);
            try {
                old.stop();
            } catch (Exception e) {
                LOG.warn("the former listener on port {} does not stop", old.getPort(), e);
            }
        });
    }

    /** Stops accepting; answers announce that their connection closes, quiet connections are closed. */
    CompletableFuture<@Nullable Void> drain() {
        return current == null ? CompletableFuture.completedFuture(null) : current.drain();
    }

    /** Waits until {@code done}, or until patience is over; returns whether it is done. */
    static boolean await(CompletableFuture<?> done, Duration patience) {
        try {
            done.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException late) {
            return false;
        } catch (ExecutionException e) {
            LOG.warn("closing connections failed", e.getCause());
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** These settings at the address that is listened on now. */
    HttpSettings inPlace(HttpSettings settings) {
        HttpSettings here = address;
        return here == null ? settings : settings.at(here.port(), here.bind());
    }

    /** Whether only programs on this machine reach it. */
    boolean isLoopback() {
        HttpSettings here = address;
        try {
            return here != null && InetAddress.getByName(here.bind()).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    int port() {
        return current == null ? -1 : current.getLocalPort();
    }

    /** The url at which a client on this machine reaches the listener. */
    String url() {
        String host = address == null ? "127.0.0.1" : address.bind();
        try {
            InetAddress bound = InetAddress.getByName(host);
            boolean six = bound.getAddress().length == 16;
            if (bound.isAnyLocalAddress() || bound.isLoopbackAddress() && !six) {
                host = "127.0.0.1";
            } else if (six) {
                host = "[" + bound.getHostAddress() + "]";
            }
        } catch (UnknownHostException e) {
            // Bound to it a moment ago; its name will do.
            LOG.debug("the address {} has no number any more", host, e);
        }
        return (tls == null ? "http://" : "https://") + host + ":" + port();
    }

    /** Open connections, including those of former listeners. */
    int connections() {
        int open = 0;
        for (var connector : server.getConnectors()) {
            open += connector.getConnectedEndPoints().size();
        }
        return open;
    }
}
