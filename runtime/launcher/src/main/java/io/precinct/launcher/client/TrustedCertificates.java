package io.precinct.launcher.client;

import io.precinct.launcher.Failure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/** Makes TLS connections to servers whose certificate chains lead to certificates of a file. */
final class TrustedCertificates {
    private TrustedCertificates() {}

    /**
     * Trusts the certificates of this file, in PEM, and no other.
     *
     * @throws Failure if the file cannot be read or contains no certificate
     */
    static SSLSocketFactory of(Path file) throws Failure {
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                store.setCertificateEntry(Integer.toString(store.size()), certificate);
            }
            if (store.size() == 0) {
                throw new Failure(file + " holds no certificate in PEM");
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context.getSocketFactory();
        } catch (IOException e) {
            throw Failure.of("cannot read " + file, e);
        } catch (GeneralSecurityException e) {
            throw new Failure(file + " holds no certificates in PEM: " + e.getMessage(), e);
        }
    }
}
