package io.precinct.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A self-signed certificate for localhost, made by the JDK's keytool. */
public final class TestCertificate {
    public static final String PASSWORD = "keystore-password";
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final Path keystore;
    private final KeyStore store;

    private TestCertificate(Path keystore, KeyStore store) {
        this.keystore = keystore;
        this.store = store;
    }

    /** A certificate with a key of {@code algorithm}: RSA, EC or Ed25519. */
    public static TestCertificate of(Path folder, String algorithm) throws Exception {
        Path file = folder.resolve("made" + NUMBER.incrementAndGet() + ".p12");
        Path log = folder.resolve(file.getFileName() + ".log");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        algorithm,
                        "-validity",
                        "30",
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
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return new TestCertificate(file, store);
    }

    public Path keystore() {
        return keystore;
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

    /** A client's context that trusts this certificate, and nothing else. */
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
