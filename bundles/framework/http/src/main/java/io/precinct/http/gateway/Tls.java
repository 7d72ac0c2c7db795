package io.precinct.http.gateway;

import io.precinct.http.gateway.GatewaySettings.TlsFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS 1.2 and 1.3 with a certificate from files, which are read again when they are renewed: open connections keep
 * theirs, and new ones get the new one. Files that do not match, as between the two steps of a renewal, change nothing.
 * Thread-safe.
 */
final class Tls implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Tls.class);
    private static final long PERIOD_MILLIS = 500;

    private final TlsFiles files;
    private final SslContextFactory.Server contexts = new SslContextFactory.Server();
    private final ScheduledExecutorService looks;
    private List<Object> seen;
    private volatile ServerCertificate certificate;

    private Tls(TlsFiles files, List<Object> seen, ServerCertificate certificate) {
        this.files = files;
        this.seen = seen;
        this.certificate = certificate;
        contexts.setIncludeProtocols("TLSv1.3", "TLSv1.2");
        contexts.setRenegotiationAllowed(false);
        use(certificate);
        looks = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("gateway-certificate").factory());
    }

    /**
     * Reads the files, and again whenever they change.
     *
     * @throws IOException if they are no certificate and its key; the message says what to do
     */
    static Tls of(TlsFiles files) throws IOException {
        List<Object> seen = stamps(files);
        var tls = new Tls(files, seen, ServerCertificate.read(files));
        try {
            // Started here, so that no connector stops it together with itself while another one still uses it.
            tls.contexts.start();
        } catch (Exception e) {
            tls.close();
            throw new IOException("TLS does not start with " + files + ": " + e.getMessage(), e);
        }
        tls.looks.scheduleWithFixedDelay(tls::lookSafely, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        return tls;
    }

    /** The source of contexts for connections; started. */
    SslContextFactory.Server contexts() {
        return contexts;
    }

    TlsFiles files() {
        return files;
    }

    /** When the certificate expires. */
    Instant expires() {
        return certificate.expires();
    }

    private void use(ServerCertificate certificate) {
        contexts.setKeyStore(certificate.store());
        contexts.setKeyStorePassword(certificate.password());
        contexts.setKeyManagerPassword(certificate.password());
    }

    /** Runs on a timer, which any exception would end. */
    private void lookSafely() {
        try {
            look();
        } catch (RuntimeException | Error e) {
            LOG.error("the gateway's certificate could not be looked at; the next look is soon", e);
        }
    }

    private void look() {
        List<Object> now = stamps(files);
        if (now.equals(seen)) {
            return;
        }
        seen = now;
        try {
            ServerCertificate renewed = ServerCertificate.read(files);
            try {
                contexts.reload(_ -> use(renewed));
            } catch (Exception e) {
                contexts.reload(_ -> use(certificate));
                throw e;
            }
            certificate = renewed;
            LOG.info("the gateway's certificate was renewed; it expires {}", renewed.expires());
        } catch (Exception e) {
            // Whatever a half-written file causes, the previous certificate stays in use, and the next change is
            // another attempt.
            LOG.warn("the gateway keeps its certificate: {}", e.getMessage());
        }
    }

    /** The state of the files. Links are followed: a renewal may only point them elsewhere. */
    private static List<Object> stamps(TlsFiles files) {
        var stamps = new ArrayList<Object>();
        for (Path file : files.paths()) {
            try {
                BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
                stamps.add(now.lastModifiedTime());
                stamps.add(now.size());
                stamps.add(now.fileKey() == null ? "" : now.fileKey());
            } catch (IOException absent) {
                stamps.add("absent");
            }
        }
        return stamps;
    }

    /** Stops watching. Open connections continue. */
    @Override
    public void close() {
        looks.shutdownNow();
    }
}
