package io.precinct.deploy.verify;

import io.precinct.core.api.config.DeploySettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSigner;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathValidator;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;

/**
 * Decides which jars may be deployed, from {@code deploy.trust} of the configuration. If both lists are given, a jar
 * must be on the list of hashes and be signed.
 *
 * @param hashes lower-case SHA-256 of the only jars allowed; if empty, any
 * @param signers PEM files of the only certificates allowed to sign, or to issue the signers' certificates; if empty,
 *     no signature is required
 */
record TrustPolicy(List<String> hashes, List<Path> signers) {
    static TrustPolicy of(DeploySettings settings) {
        return new TrustPolicy(settings.trustHashes(), settings.trustSigners());
    }

    /**
     * The reasons why the jar is not trusted; empty if it is trusted.
     *
     * @throws IOException if the jar cannot be read
     */
    List<String> faults(Path jar, String sha256) throws IOException {
        List<String> faults = new ArrayList<>();
        if (!hashes.isEmpty() && !hashes.contains(sha256)) {
            faults.add("its SHA-256 " + sha256 + " is not among the " + hashes.size()
                    + " that deploy.trust.sha256 allows");
        }
        if (!signers.isEmpty()) {
            checkSignature(jar, faults);
        }
        return faults;
    }

    private void checkSignature(Path jar, List<String> faults) throws IOException {
        Set<X509Certificate> trusted;
        try {
            trusted = certificates();
        } catch (IOException | GeneralSecurityException e) {
            faults.add("the certificates of deploy.trust.signers cannot be read: " + e.getMessage());
            return;
        }
        try (var archive = new JarFile(jar.toFile(), true)) {
            for (JarEntry entry : Collections.list(archive.entries())) {
                if (entry.isDirectory() || signatureFile(entry.getName())) {
                    continue;
                }
                readToItsEnd(archive, entry);
                CodeSigner[] signedBy = entry.getCodeSigners();
                if (signedBy == null) {
                    faults.add("deploy.trust.signers asks for a signature, and its entry " + entry.getName()
                            + " has none");
                    return;
                }
                if (!anyTrusted(signedBy, trusted)) {
                    faults.add("it is signed by " + names(signedBy) + ", none of which deploy.trust.signers trusts");
                    return;
                }
            }
        } catch (SecurityException e) {
            faults.add("its signature is broken: " + e.getMessage());
        }
    }

    private Set<X509Certificate> certificates() throws IOException, GeneralSecurityException {
        var factory = CertificateFactory.getInstance("X.509");
        Set<X509Certificate> all = new HashSet<>();
        for (Path file : signers) {
            try (InputStream in = Files.newInputStream(file)) {
                for (Certificate certificate : factory.generateCertificates(in)) {
                    all.add((X509Certificate) certificate);
                }
            }
        }
        return all;
    }

    /** Reads an entry to its end: only then are its signers known. */
    private static void readToItsEnd(JarFile jar, JarEntry entry) throws IOException {
        try (InputStream in = jar.getInputStream(entry)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
    }

    /** Whether {@code jarsigner} writes this file itself, and therefore cannot sign it. */
    private static boolean signatureFile(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        return upper.equals("META-INF/MANIFEST.MF")
                || (upper.startsWith("META-INF/")
                        && upper.indexOf('/', 9) < 0
                        && upper.matches(".*\\.(SF|RSA|DSA|EC)|META-INF/SIG-.*"));
    }

    private static boolean anyTrusted(CodeSigner[] signedBy, Set<X509Certificate> trusted) {
        return Arrays.stream(signedBy)
                .anyMatch(signer -> trusted.contains(
                                signer.getSignerCertPath().getCertificates().getFirst())
                        || issuedBy(signer, trusted));
    }

    /**
     * Whether a trusted certificate issued a signer's. A jar may contain any certificates, so every link is verified.
     */
    private static boolean issuedBy(CodeSigner signer, Set<X509Certificate> trusted) {
        try {
            var parameters = new PKIXParameters(trusted.stream()
                    .map(certificate -> new TrustAnchor(certificate, null))
                    .collect(Collectors.toSet()));
            parameters.setRevocationEnabled(false);
            List<? extends Certificate> path = signer.getSignerCertPath().getCertificates().stream()
                    .filter(certificate -> !trusted.contains(certificate))
                    .toList();
            CertPathValidator.getInstance("PKIX")
                    .validate(CertificateFactory.getInstance("X.509").generateCertPath(path), parameters);
            return true;
        } catch (GeneralSecurityException _) {
            return false;
        }
    }

    private static String names(CodeSigner[] signedBy) {
        return Arrays.stream(signedBy)
                .map(signer -> (X509Certificate)
                        signer.getSignerCertPath().getCertificates().getFirst())
                .map(leaf -> leaf.getSubjectX500Principal().getName())
                .collect(Collectors.joining(" and "));
    }
}
