package io.precinct.common.digest;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Creates message digests and computes hashes. Thread-safe; a {@link MessageDigest} that it returns is not shared. */
public final class Digests {
    /** Prototypes that are never updated: cloning one is faster than looking up a provider. */
    private static final MessageDigest SHA_1 = of("SHA-1");

    private static final MessageDigest SHA_256 = of("SHA-256");

    private static final String HMAC_SHA_256 = "HmacSHA256";

    private Digests() {}

    /** A new SHA-1, which git uses to identify content. Not for security. */
    public static MessageDigest sha1() {
        return copy(SHA_1);
    }

    /** A new SHA-256. */
    public static MessageDigest sha256() {
        return copy(SHA_256);
    }

    /** A new SHA-512. */
    public static MessageDigest sha512() {
        return of("SHA-512");
    }

    /** The SHA-256 of a text in UTF-8: 64 hexadecimal digits, lower case. */
    public static String sha256Hex(String text) {
        return sha256Hex(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The SHA-256 of the concatenation of these arrays: 64 hexadecimal digits, lower case. */
    public static String sha256Hex(byte[]... parts) {
        MessageDigest sha256 = sha256();
        for (byte[] part : parts) {
            sha256.update(part);
        }
        return HexFormat.of().formatHex(sha256.digest());
    }

    /**
     * The HMAC of bytes under a key, with SHA-256 (RFC 2104).
     *
     * @param key not empty
     * @param parts of the message, in order
     */
    public static byte[] hmacSha256(byte[] key, byte[]... parts) {
        try {
            Mac mac = Mac.getInstance(HMAC_SHA_256);
            mac.init(new SecretKeySpec(key, HMAC_SHA_256));
            for (byte[] part : parts) {
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the JDK has " + HMAC_SHA_256 + ", this Java platform has not", e);
        }
    }

    private static MessageDigest copy(MessageDigest unused) {
        try {
            return (MessageDigest) unused.clone();
        } catch (CloneNotSupportedException e) {
            return of(unused.getAlgorithm());
        }
    }

    private static MessageDigest of(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("the JDK has " + algorithm + ", this Java platform has not", e);
        }
    }
}
