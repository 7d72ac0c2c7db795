package io.precinct.api.data;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/**
 * Plain data as JSON text: compact for answers and messages, canonical (RFC 8785) for digests. It comes out the same to
 * the byte on every machine; parsing belongs to a library.
 */
public final class Json {
    private Json() {}

    /** {@code value} on one line without spaces, members in their own order. Integers of any size are written out. */
    public static String compact(@Nullable Object value) {
        return new String(JsonText.bytes(false, value), StandardCharsets.UTF_8);
    }

    /**
     * As {@link #compact}, in UTF-8.
     *
     * @return not to be changed: that of {@linkplain Data#remembered remembered} data is given again
     */
    public static byte[] compactBytes(@Nullable Object value) {
        FrozenMap.Written written = value instanceof FrozenMap map ? map.written() : null;
        if (written == null) {
            return JsonText.bytes(false, value);
        }
        byte[] known = written.compact;
        if (known == null) {
            known = JsonText.bytes(false, value);
            written.compact = known;
        }
        return known;
    }

    /**
     * {@code value} in the JSON Canonicalization Scheme (RFC 8785), UTF-8: members sorted by UTF-16 code units, numbers as
     * ECMAScript prints them.
     *
     * @throws NotCanonical where a number has no exact IEEE 754 double (an integer beyond 2^53−1, a decimal of too many
     *     digits) or a string holds half a surrogate pair: never rounded in silence
     */
    public static byte[] canonical(@Nullable Object value) {
        return JsonText.bytes(true, value);
    }

    /**
     * SHA-256 over {@link #canonical}.
     *
     * @return 32 bytes
     * @throws NotCanonical as {@link #canonical}
     */
    public static byte[] digest(@Nullable Object value) {
        try (var digests = new Digests()) {
            return digests.of(value);
        }
    }

    /**
     * Digests of values that have parts in common, as the payloads of one request have: a map that was digested as a whole
     * is not written out again where it is a part of a later value. Of use on one thread, for frozen data. Closing it lets
     * others write into its memory; who forgets that loses nothing else.
     */
    public static final class Digests implements AutoCloseable {
        private final JsonText text = JsonText.small(true);
        private final MessageDigest sha256 = sha256();

        /** As {@link Json#digest}. */
        public byte[] of(@Nullable Object value) {
            FrozenMap.Written written = value instanceof FrozenMap map ? map.written() : null;
            if (written == null) {
                return compute(value);
            }
            byte[] known = written.digest;
            if (known == null) {
                known = compute(value);
                written.digest = known;
            }
            return known.clone();
        }

        private byte[] compute(@Nullable Object value) {
            int start = text.size();
            try {
                text.writeShared(value);
            } catch (NotCanonical | NotPlainData e) {
                text.cut(start);
                throw e;
            }
            text.update(sha256, start);
            return sha256.digest();
        }

        @Override
        public void close() {
            text.giveBack();
        }
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
