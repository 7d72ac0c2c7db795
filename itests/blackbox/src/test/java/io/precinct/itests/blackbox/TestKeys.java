package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** A self-signed certificate with its key in PEM, made by the JDK's keytool. */
record TestKeys(X509Certificate certificate, String certificatePem, String keyPem) {
    private static final String PASSWORD = "keystore-password";

    /** A certificate that is valid from so many days ago for so many days. */
    static TestKeys valid(Path folder, int daysAgo, int days) throws Exception {
        Path store = Files.createTempFile(folder, "keys", ".p12");
        Files.delete(store);
        keytool(
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-startdate",
                "-" + daysAgo + "d",
                "-validity",
                Integer.toString(days),
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                store.toString());
        KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
        var certificate = (X509Certificate) keys.getCertificate("server");
        byte[] key = keys.getKey("server", PASSWORD.toCharArray()).getEncoded();
        return new TestKeys(certificate, pem("CERTIFICATE", certificate.getEncoded()), pem("PRIVATE KEY", key));
    }

    /** Runs the JDK's keytool, which succeeds. */
    static void keytool(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    private static String pem(String what, byte[] bytes) {
        return "-----BEGIN " + what + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes) + "\n-----END " + what + "-----\n";
    }

    /** Whether the server at this port of the loopback interface proves to have this certificate. */
    boolean isServedAt(int port) {
        try (SSLSocket socket = (SSLSocket) anyone().getSocketFactory().createSocket("127.0.0.1", port)) {
            socket.startHandshake();
            return certificate.equals(socket.getSession().getPeerCertificates()[0]);
        } catch (IOException refused) {
            return false;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static SSLContext anyone() throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new TrustEveryone()}, null);
        return context;
    }

    private static final class TrustEveryone implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
            throw new CertificateException("there are no clients here");
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            // the test compares the certificate
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
