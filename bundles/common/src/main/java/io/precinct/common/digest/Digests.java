package io.precinct.common.digest;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The digests of the platform. Thread-safe; a {@link MessageDigest} that it hands out is the caller's alone. */
public final class Digests {
    /** Never fed: a copy of it is quicker than asking the platform's providers again. */
    private static final MessageDigest SHA_1 = of("SHA-1");

    private static final MessageDigest SHA_256 = of("SHA-256");

    private Digests() {}

    /** A fresh SHA-1: git names content by it. It is no protection. */
    public static MessageDigest sha1() {
        return copy(SHA_1);
    }

    /** A fresh SHA-256. */
    public static MessageDigest sha256() {
        return copy(SHA_256);
    }

    /** A fresh SHA-512. */
    public static MessageDigest sha512() {
        return of("SHA-512");
    }

    /** The SHA-256 of a text in UTF-8: 64 digits, lower case. */
    public static String sha256Hex(String text) {
        return sha256Hex(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The SHA-256 of bytes, one array behind the other: 64 digits, lower case. */
    public static String sha256Hex(byte[]... parts) {
        MessageDigest sha256 = sha256();
        for (byte[] part : parts) {
            sha256.update(part);
        }
        return HexFormat.of().formatHex(sha256.digest());
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
