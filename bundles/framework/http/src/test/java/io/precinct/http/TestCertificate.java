package io.precinct.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A self-signed certificate for localhost. The JDK's keytool makes each once per JVM, because it takes a second.
 * Thread-safe.
 */
public final class TestCertificate {
    public static final String PASSWORD = "keystore-password";
    private static final Map<String, TestCertificate> MADE = new ConcurrentHashMap<>();

    private final byte[] keystore;
    private final KeyStore store;

    private TestCertificate(byte[] keystore) throws GeneralSecurityException, IOException {
        this.keystore = keystore;
        this.store = KeyStore.getInstance("PKCS12");
        store.load(new ByteArrayInputStream(keystore), PASSWORD.toCharArray());
    }

    /** The certificate with a key of {@code algorithm}: RSA, EC or Ed25519. */
    public static TestCertificate of(String algorithm) {
        return MADE.computeIfAbsent(algorithm, _ -> make(algorithm, "-0d", 30));
    }

    /** A second certificate with another key of {@code algorithm}. */
    public static TestCertificate other(String algorithm) {
        return MADE.computeIfAbsent("other " + algorithm, _ -> make(algorithm, "-0d", 30));
    }

    /** A certificate that is valid from so many days ago for so many days. */
    public static TestCertificate valid(int daysAgo, int days) {
        return MADE.computeIfAbsent(daysAgo + " " + days, _ -> make("EC", "-" + daysAgo + "d", days));
    }

    private static TestCertificate make(String algorithm, String start, int days) {
        try {
            Path folder = Files.createTempDirectory("precinct-certificate");
            Path file = folder.resolve("made.p12");
            Path log = folder.resolve("log");
            try {
                Process keytool = new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-J-XX:TieredStopAtLevel=1",
                                "-genkeypair",
                                "-alias",
                                "server",
                                "-keyalg",
                                algorithm,
                                "-startdate",
                                start,
                                "-validity",
                                Integer.toString(days),
                                "-dname",
                                "CN=localhost",
                                "-ext",
                                "san=dns:localhost,ip:127.0.0.1",
                                "-storetype",
                                "PKCS12",
                                "-storepass",
                                PASSWORD,
                                "-keystore",
                                file.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
                if (keytool.waitFor() != 0) {
                    throw new IOException("keytool: " + Files.readString(log));
                }
                return new TestCertificate(Files.readAllBytes(file));
            } finally {
                Files.deleteIfExists(file);
                Files.deleteIfExists(log);
                Files.delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while keytool ran", e);
        }
    }

    /** Writes the certificate and its key as a keystore with {@link #PASSWORD}; returns {@code file}. */
    public Path writeKeystore(Path file) throws IOException {
        return Files.write(file, keystore);
    }

    public Certificate certificate() throws GeneralSecurityException {
        return store.getCertificate("server");
    }

    public byte[] key() throws GeneralSecurityException {
        return store.getKey("server", PASSWORD.toCharArray()).getEncoded();
    }

    /** Writes both in PEM, as a renewal does, one after the other. */
    public void writePem(Path certificate, Path key) throws IOException, GeneralSecurityException {
        Files.writeString(certificate, pem("CERTIFICATE", certificate().getEncoded()));
        Files.writeString(key, pem("PRIVATE KEY", key()));
    }

    public static String pem(String what, byte[] bytes) {
        return "-----BEGIN " + what + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes) + "\n-----END " + what + "-----\n";
    }

    /** A client's context that trusts only this certificate. */
    public SSLContext trusting() throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("server", certificate());
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }
}
