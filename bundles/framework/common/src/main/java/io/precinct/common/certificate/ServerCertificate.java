package io.precinct.common.certificate;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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
import java.time.Duration;
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
import org.jspecify.annotations.Nullable;

/**
 * A certificate and its key, in the form that TLS takes.
 *
 * @param store holds the key and its chain
 * @param password of the key in the store
 * @param begins when the certificate becomes valid
 * @param expires when the certificate expires
 */
public record ServerCertificate(KeyStore store, String password, Instant begins, Instant expires) {
    /** How long before its end a certificate should have been renewed. */
    public static final Duration RENEWAL = Duration.ofDays(14);

    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]+)-----END \\1-----");
    private static final String ALIAS = "server";
    private static final String CONVERT = "convert it: openssl pkcs8 -topk8 -nodes -in OLD -out NEW";

    /** Whether clients accept a certificate at some moment, as far as its dates decide that. */
    public enum Validity {
        /** It is valid, and not close to its end. */
        VALID,
        /** It is valid, but ends within {@link #RENEWAL}. */
        ENDS_SOON,
        /** Clients refuse it: it is not valid yet. */
        NOT_YET,
        /** Clients refuse it: it has expired. */
        EXPIRED;

        /** Whether clients accept it. */
        public boolean isAccepted() {
            return this == VALID || this == ENDS_SOON;
        }
    }

    /**
     * Reads the files.
     *
     * @param files a {@linkplain CertificateFiles#isComplete complete} set
     */
    public static ServerCertificate read(CertificateFiles files) throws UnusableCertificate {
        Path keystore = files.keystore();
        return keystore == null
                ? ofPem(
                        Objects.requireNonNull(files.certificate()),
                        Objects.requireNonNull(files.key()),
                        files.password())
                : ofStore(keystore, files.password());
    }

    /** The validity at a moment. */
    public Validity at(Instant now) {
        if (now.isBefore(begins)) {
            return Validity.NOT_YET;
        }
        if (!now.isBefore(expires)) {
            return Validity.EXPIRED;
        }
        return now.isBefore(expires.minus(RENEWAL)) ? Validity.VALID : Validity.ENDS_SOON;
    }

    /** Since when the certificate has a validity other than {@link Validity#VALID}. */
    public Instant since(Validity validity) {
        return switch (validity) {
            case VALID, NOT_YET -> begins;
            case ENDS_SOON -> expires.minus(RENEWAL);
            case EXPIRED -> expires;
        };
    }

    /** States what is wrong with the dates at a moment; null if nothing is. */
    public @Nullable String fault(Instant now) {
        return switch (at(now)) {
            case VALID -> null;
            case ENDS_SOON -> "the certificate expires on " + expires + ", within " + RENEWAL.toDays() + " days";
            case NOT_YET -> "the certificate is not valid before " + begins;
            case EXPIRED -> "the certificate expired on " + expires;
        };
    }

    private static ServerCertificate ofStore(Path file, String password) throws UnusableCertificate {
        text(file); // says in the same words as for PEM why a file cannot be read
        try {
            KeyStore store = KeyStore.getInstance(file.toFile(), password.toCharArray());
            for (String alias : Collections.list(store.aliases())) {
                if (store.isKeyEntry(alias)
                        && store.getCertificate(alias) instanceof X509Certificate leaf
                        && store.getKey(alias, password.toCharArray()) instanceof PrivateKey secret) {
                    requirePair(file, secret, file, leaf);
                    return of(store, password, leaf);
                }
            }
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            if (e instanceof UnusableCertificate known) {
                throw known;
            }
            throw new UnusableCertificate(
                    file,
                    file + " is not a keystore that this password opens: " + e.getMessage(),
                    "give its password as password: !Env {name: KEYSTORE_PASSWORD}",
                    e);
        }
        throw new UnusableCertificate(file, file + " holds no private key with its certificate", null, null);
    }

    private static ServerCertificate ofPem(Path certificate, Path key, String password) throws UnusableCertificate {
        Certificate[] chain = chain(certificate);
        X509Certificate leaf = (X509Certificate) chain[0];
        PrivateKey secret = key(key, certificate, leaf.getPublicKey(), password);
        requirePair(key, secret, certificate, leaf);
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry(ALIAS, secret, ALIAS.toCharArray(), chain);
            return of(store, ALIAS, leaf);
        } catch (IOException | GeneralSecurityException e) {
            throw new UnusableCertificate(certificate, unusable(certificate, e), null, e);
        }
    }

    private static ServerCertificate of(KeyStore store, String password, X509Certificate leaf) {
        return new ServerCertificate(
                store,
                password,
                leaf.getNotBefore().toInstant(),
                leaf.getNotAfter().toInstant());
    }

    private static String unusable(Path file, Exception why) {
        return file + " cannot be used: " + why.getMessage();
    }

    private static Certificate[] chain(Path file) throws UnusableCertificate {
        var chain = new ArrayList<Certificate>();
        Matcher block = BLOCK.matcher(text(file));
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            while (block.find()) {
                if (block.group(1).endsWith("CERTIFICATE")) {
                    chain.add(factory.generateCertificate(new ByteArrayInputStream(bytes(file, block))));
                }
            }
        } catch (GeneralSecurityException e) {
            throw new UnusableCertificate(file, unusable(file, e), null, e);
        }
        if (chain.isEmpty()) {
            throw new UnusableCertificate(
                    file,
                    file + " holds no certificate in PEM",
                    "its text has a line -----BEGIN CERTIFICATE-----",
                    null);
        }
        return chain.toArray(Certificate[]::new);
    }

    private static PrivateKey key(Path file, Path certificate, PublicKey belongsTo, String password)
            throws UnusableCertificate {
        Matcher block = BLOCK.matcher(text(file));
        try {
            while (block.find()) {
                switch (block.group(1)) {
                    case "PRIVATE KEY" -> {
                        return key(file, certificate, new PKCS8EncodedKeySpec(bytes(file, block)), belongsTo);
                    }
                    case "ENCRYPTED PRIVATE KEY" -> {
                        return key(file, certificate, decrypted(bytes(file, block), password), belongsTo);
                    }
                    case "RSA PRIVATE KEY", "EC PRIVATE KEY" ->
                        throw new UnusableCertificate(file, file + " holds a key in an old form", CONVERT, null);
                    default -> {
                        // A certificate or parameters in the same file.
                    }
                }
            }
        } catch (IOException | GeneralSecurityException e) {
            if (e instanceof UnusableCertificate known) {
                throw known;
            }
            throw new UnusableCertificate(file, unusable(file, e), null, e);
        }
        throw new UnusableCertificate(
                file,
                file + " holds no private key in PEM",
                "its text has a line -----BEGIN PRIVATE KEY-----; " + CONVERT,
                null);
    }

    /** The key of this encoding. One of another algorithm than the certificate's is not its key. */
    private static PrivateKey key(Path file, Path certificate, PKCS8EncodedKeySpec encoded, PublicKey belongsTo)
            throws UnusableCertificate, GeneralSecurityException {
        try {
            return KeyFactory.getInstance(belongsTo.getAlgorithm()).generatePrivate(encoded);
        } catch (GeneralSecurityException e) {
            for (String other : new String[] {"RSA", "EC", "EdDSA"}) {
                if (isKey(other, encoded)) {
                    throw otherPair(file, certificate);
                }
            }
            throw e;
        }
    }

    private static boolean isKey(String algorithm, PKCS8EncodedKeySpec encoded) {
        try {
            return KeyFactory.getInstance(algorithm).generatePrivate(encoded) != null;
        } catch (GeneralSecurityException other) {
            return false;
        }
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

    private static byte[] bytes(Path file, Matcher block) throws UnusableCertificate {
        try {
            return Base64.getMimeDecoder().decode(block.group(2));
        } catch (IllegalArgumentException e) {
            throw new UnusableCertificate(
                    file, "what follows -----BEGIN " + block.group(1) + "----- in " + file + " is not base64", null, e);
        }
    }

    private static String text(Path file) throws UnusableCertificate {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            throw new UnusableCertificate(file, "there is no file " + file, "create it, or name another one", e);
        } catch (AccessDeniedException e) {
            throw new UnusableCertificate(
                    file,
                    file + " cannot be read: access denied",
                    "let the user of this process read it, and nobody else",
                    e);
        } catch (IOException e) {
            throw new UnusableCertificate(file, file + " cannot be read: " + e.getMessage(), null, e);
        }
    }

    /** Refuses two keys that are no pair: signs with one and verifies with the other. */
    private static void requirePair(Path key, PrivateKey secret, Path certificate, X509Certificate leaf)
            throws UnusableCertificate {
        boolean pair;
        try {
            pair = belongTogether(secret, leaf.getPublicKey());
        } catch (GeneralSecurityException e) {
            throw new UnusableCertificate(key, unusable(key, e), null, e);
        }
        if (!pair) {
            throw otherPair(key, certificate);
        }
    }

    private static UnusableCertificate otherPair(Path key, Path certificate) {
        return new UnusableCertificate(
                key, "the key in " + key + " is not that of the certificate in " + certificate, null, null);
    }

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
