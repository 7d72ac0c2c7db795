package io.precinct.http.gateway;

import io.precinct.http.gateway.GatewaySettings.TlsFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * A certificate and its key, in the form that TLS takes.
 *
 * @param store holds the key and its chain
 * @param password of the key in the store
 * @param expires when the certificate does
 */
record ServerCertificate(KeyStore store, String password, Instant expires) {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]+)-----END \\1-----");
    private static final String ALIAS = "gateway";

    /**
     * Reads the files.
     *
     * @throws IOException if they cannot be read, or are no certificate and its key; the message names the file and the
     *     remedy, and reveals nothing of the key
     */
    static ServerCertificate read(TlsFiles files) throws IOException {
        try {
            return files.keystore() == null
                    ? ofPem(
                            Objects.requireNonNull(files.certificate()),
                            Objects.requireNonNull(files.key()),
                            files.password())
                    : ofStore(files.keystore(), files.password());
        } catch (GeneralSecurityException e) {
            throw new IOException("the certificate in " + files + " cannot be used: " + e.getMessage(), e);
        }
    }

    private static ServerCertificate ofStore(Path file, String password) throws IOException, GeneralSecurityException {
        KeyStore store;
        try {
            store = KeyStore.getInstance(file.toFile(), password.toCharArray());
        } catch (IOException e) {
            throw new IOException(file + " cannot be read as a keystore: " + e.getMessage(), e);
        }
        for (String alias : Collections.list(store.aliases())) {
            if (store.isKeyEntry(alias) && store.getCertificate(alias) instanceof X509Certificate leaf) {
                return new ServerCertificate(store, password, leaf.getNotAfter().toInstant());
            }
        }
        throw new IOException(file + " holds no private key with its certificate");
    }

    private static ServerCertificate ofPem(Path certificate, Path key, String password)
            throws IOException, GeneralSecurityException {
        Certificate[] chain = chain(certificate);
        X509Certificate leaf = (X509Certificate) chain[0];
        PrivateKey secret = key(key, leaf.getPublicKey(), password);
        if (!belongTogether(secret, leaf.getPublicKey())) {
            throw new IOException("the key in " + key + " is not that of the certificate in " + certificate);
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry(ALIAS, secret, ALIAS.toCharArray(), chain);
        return new ServerCertificate(store, ALIAS, leaf.getNotAfter().toInstant());
    }

    private static Certificate[] chain(Path file) throws IOException, GeneralSecurityException {
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        var chain = new ArrayList<Certificate>();
        Matcher block = BLOCK.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
        while (block.find()) {
            if (block.group(1).endsWith("CERTIFICATE")) {
                chain.add(factory.generateCertificate(new ByteArrayInputStream(bytes(block))));
            }
        }
        if (chain.isEmpty()) {
            throw new IOException(file + " holds no certificate in PEM: expected -----BEGIN CERTIFICATE-----");
        }
        return chain.toArray(Certificate[]::new);
    }

    private static PrivateKey key(Path file, PublicKey belongsTo, String password)
            throws IOException, GeneralSecurityException {
        Matcher block = BLOCK.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
        KeyFactory keys = KeyFactory.getInstance(belongsTo.getAlgorithm());
        while (block.find()) {
            switch (block.group(1)) {
                case "PRIVATE KEY" -> {
                    return keys.generatePrivate(new PKCS8EncodedKeySpec(bytes(block)));
                }
                case "ENCRYPTED PRIVATE KEY" -> {
                    return keys.generatePrivate(decrypted(bytes(block), password));
                }
                case "RSA PRIVATE KEY", "EC PRIVATE KEY" ->
                    throw new IOException(file + " holds a key in an old form; convert it:"
                            + " openssl pkcs8 -topk8 -nodes -in OLD -out NEW");
                default -> {
                    // A certificate or parameters in the same file.
                }
            }
        }
        throw new IOException(file + " holds no private key in PEM: expected -----BEGIN PRIVATE KEY-----");
    }

    private static PKCS8EncodedKeySpec decrypted(byte[] encoded, String password)
            throws IOException, GeneralSecurityException {
        var info = new EncryptedPrivateKeyInfo(encoded);
        boolean second = info.getAlgName().equals("PBES2") || info.getAlgName().equals("1.2.840.113549.1.5.13");
        String algorithm = second ? info.getAlgParameters().toString() : info.getAlgName();
        var spec = new PBEKeySpec(password.toCharArray());
        try {
            return info.getKeySpec(SecretKeyFactory.getInstance(algorithm).generateSecret(spec));
        } finally {
            spec.clearPassword();
        }
    }

    private static byte[] bytes(Matcher block) throws IOException {
        try {
            return Base64.getMimeDecoder().decode(block.group(2));
        } catch (IllegalArgumentException e) {
            throw new IOException("what follows -----BEGIN " + block.group(1) + "----- is not base64", e);
        }
    }

    /** Whether two keys are a pair: signs with one and verifies with the other. */
    private static boolean belongTogether(PrivateKey secret, PublicKey open) throws GeneralSecurityException {
        String algorithm = switch (open.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> open.getAlgorithm();
        };
        byte[] text = ALIAS.getBytes(StandardCharsets.US_ASCII);
        Signature signer = Signature.getInstance(algorithm);
        signer.initSign(secret);
        signer.update(text);
        byte[] signature = signer.sign();
        Signature checker = Signature.getInstance(algorithm);
        checker.initVerify(open);
        checker.update(text);
        return checker.verify(signature);
    }
}
