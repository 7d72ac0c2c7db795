package io.precinct.api.data;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/**
 * Plain data as JSON text: compact for messages, canonical (RFC 8785) for digests. Parsing and the rendering of whole
 * answers belong to libraries; this is what must come out the same to the byte on every machine.
 */
public final class Json {
    private Json() {}

    /** {@code value} on one line without spaces, members in their own order. Integers of any size are written out. */
    public static String compact(@Nullable Object value) {
        return new JsonText(false).write(value).toString();
    }

    /** As {@link #compact}, in UTF-8. */
    public static byte[] compactBytes(@Nullable Object value) {
        return new JsonText(false).write(value).toBytes();
    }

    /**
     * {@code value} in the JSON Canonicalization Scheme (RFC 8785), UTF-8: members sorted by UTF-16 code units, numbers as
     * ECMAScript prints them.
     *
     * @throws NotCanonical where a number has no exact IEEE 754 double (an integer beyond 2^53−1, a decimal of too many
     *     digits) or a string holds half a surrogate pair: never rounded in silence
     */
    public static byte[] canonical(@Nullable Object value) {
        return new JsonText(true).write(value).toBytes();
    }

    /**
     * SHA-256 over {@link #canonical}.
     *
     * @return 32 bytes
     * @throws NotCanonical as {@link #canonical}
     */
    public static byte[] digest(@Nullable Object value) {
        MessageDigest sha256 = sha256();
        new JsonText(true).write(value).update(sha256);
        return sha256.digest();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** A value that RFC 8785 cannot represent exactly. */
    public static final class NotCanonical extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        NotCanonical(String message) {
            super(message);
        }
    }
}
