package io.precinct.http.gateway;

import io.precinct.common.certificate.CertificateFiles;
import io.precinct.common.certificate.ServerCertificate;
import io.precinct.common.certificate.ServerCertificate.Validity;
import io.precinct.common.certificate.UnusableCertificate;
import io.precinct.common.retry.Backoff;
import io.precinct.http.Trouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS 1.2 and 1.3 with a certificate from files, which are read again when they change: open connections keep theirs, and
 * new ones get the new one. Files that cannot be used, such as those between the two steps of a renewal, change nothing;
 * they are read again with growing pauses even if they seem unchanged, because access to them may have changed.
 * Thread-safe.
 */
final class Tls implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Tls.class);
    private static final long PERIOD_MILLIS = 500;
    private static final Backoff PAUSES = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(15));

    private final CertificateFiles files;
    private final SslContextFactory.Server contexts = new SslContextFactory.Server();
    private final ScheduledExecutorService looks;
    private volatile ServerCertificate certificate;
    private volatile @Nullable Trouble unusable;

    // For the looking thread only.
    private List<Object> seen;
    private int failures;
    private long retryNanos;
    private Validity told;

    private Tls(CertificateFiles files, List<Object> seen, ServerCertificate certificate) {
        this.files = files;
        this.seen = seen;
        this.certificate = certificate;
        this.told = Validity.VALID;
        contexts.setIncludeProtocols("TLSv1.3", "TLSv1.2");
        contexts.setRenegotiationAllowed(false);
        use(certificate);
        looks = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("gateway-certificate").factory());
    }

    /**
     * Reads the files, and again whenever they change. A certificate that has expired is used nevertheless, because no
     * other one is there.
     *
     * @throws IOException if they are no certificate and its key; the message says what to do
     */
    static Tls of(CertificateFiles files) throws IOException {
        List<Object> seen = stamps(files);
        var tls = new Tls(files, seen, ServerCertificate.read(files));
        try {
            // Started here, so that no connector stops it together with itself while another one still uses it.
            tls.contexts.start();
        } catch (Exception e) {
            tls.close();
            throw new IOException("TLS does not start with " + files + ": " + e.getMessage(), e);
        }
        tls.looks.scheduleWithFixedDelay(tls::lookSafely, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        return tls;
    }

    /** The source of contexts for connections; started. */
    SslContextFactory.Server contexts() {
        return contexts;
    }

    CertificateFiles files() {
        return files;
    }

    /** When the certificate in use expires. */
    Instant expires() {
        return certificate.expires();
    }

    /** Whether the files hold the certificate in use. */
    boolean isCurrent() {
        return unusable == null;
    }

    /** What is wrong with the files and with the certificate in use; empty if nothing is. */
    List<Trouble> troubles() {
        var troubles = new ArrayList<Trouble>();
        Trouble files = unusable;
        if (files != null) {
            troubles.add(files);
        }
        ServerCertificate now = certificate;
        Instant time = Instant.now();
        String fault = now.fault(time);
        if (fault != null) {
            troubles.add(new Trouble(fault, now.since(now.at(time))));
        }
        return troubles;
    }

    private void use(ServerCertificate next) {
        contexts.setKeyStore(next.store());
        contexts.setKeyStorePassword(next.password());
        contexts.setKeyManagerPassword(next.password());
    }

    /** Runs on a timer, which any exception would end. */
    private void lookSafely() {
        try {
            look();
            tellValidity();
        } catch (RuntimeException | Error e) {
            LOG.error("the gateway's certificate could not be looked at; the next look is soon", e);
        }
    }

    private void look() {
        List<Object> now = stamps(files);
        boolean changed = !now.equals(seen);
        if (!changed && (unusable == null || System.nanoTime() - retryNanos < 0)) {
            return;
        }
        seen = now;
        failures = changed ? 0 : failures;
        try {
            renew(ServerCertificate.read(files));
        } catch (Exception e) {
            // Whatever a half-written file causes, the previous certificate stays in use.
            keep(e instanceof UnusableCertificate known ? known.advice() : String.valueOf(e.getMessage()));
        }
    }

    private void renew(ServerCertificate renewed) throws Exception {
        Instant time = Instant.now();
        if (!renewed.at(time).isAccepted() && certificate.at(time).isAccepted()) {
            keep("in " + files + ", " + renewed.fault(time));
            return;
        }
        try {
            contexts.reload(_ -> use(renewed));
        } catch (Exception e) {
            contexts.reload(_ -> use(certificate));
            throw e;
        }
        certificate = renewed;
        unusable = null;
        failures = 0;
        LOG.info("the gateway's certificate was renewed; it expires {}", renewed.expires());
    }

    private void keep(String why) {
        Trouble before = unusable;
        String reason = why + "; the certificate before stays in use";
        if (before == null || !before.reason().equals(reason)) {
            LOG.warn("the gateway keeps its certificate: {}", why);
        }
        unusable = new Trouble(reason, before == null ? Instant.now() : before.since());
        failures++;
        retryNanos = System.nanoTime() + PAUSES.after(failures).toNanos();
    }

    /** Logs once that the certificate in use comes to its end. */
    private void tellValidity() {
        ServerCertificate now = certificate;
        Instant time = Instant.now();
        Validity validity = now.at(time);
        if (validity != told) {
            told = validity;
            String fault = now.fault(time);
            if (fault != null) {
                LOG.warn("the gateway serves {}: {}", files, fault);
            }
        }
    }

    /** The state of the files. Links are followed: a renewal may only point them elsewhere. */
    private static List<Object> stamps(CertificateFiles files) {
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
