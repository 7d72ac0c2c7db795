package io.precinct.api.data;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Plain data as JSON text and back: compact for answers and messages, canonical (RFC 8785) for digests. The text is
 * byte for byte the same on every machine. Thread-safe.
 */
public final class Json {
    /** Shorter texts are printed again as quickly as they are reordered. */
    private static final int WORTH_KEEPING = 512;

    private static final MessageDigest SHA256 = newSha256();

    private Json() {}

    /** {@code value} on one line without spaces, members in their own order. Integers of any size are written out. */
    public static String compact(@Nullable Object value) {
        return new String(JsonText.bytes(false, value), StandardCharsets.UTF_8);
    }

    /**
     * As {@link #compact}, in UTF-8.
     *
     * @return must not be changed: that of {@linkplain Data#remembered remembered} data is returned again, and a digest
     *     of frozen data is made from it
     */
    public static byte[] compactBytes(@Nullable Object value) {
        FrozenMap.Written written = value instanceof FrozenMap map ? map.written() : null;
        if (written == null) {
            byte[] text = JsonText.bytes(false, value);
            if (value instanceof FrozenMap map && text.length >= WORTH_KEEPING) {
                map.printed(text);
            }
            return text;
        }
        byte[] known = written.compact;
        if (known == null) {
            known = JsonText.bytes(false, value);
            written.compact = known;
        }
        return known;
    }

    /**
     * Whether {@code text} is the array that {@link #compactBytes} returned for {@code value}. This is known for frozen
     * maps until they are digested, and for {@linkplain Data#remembered remembered} ones from then on.
     *
     * @return false also if unknown
     * @since 1.4
     */
    public static boolean isCompact(byte[] text, @Nullable Object value) {
        return value instanceof FrozenMap map && map.wrote(text);
    }

    /**
     * Reads a JSON document (RFC 8259), by one set of rules wherever Precinct reads JSON: UTF-8 only, no half of a
     * surrogate pair, each member of an object once, nothing after the document, at most 1,000 levels.
     *
     * <p>Numbers keep their exact value. Whole ones are {@code Integer}, {@code Long} or {@code BigInteger}, whichever is the
     * smallest to hold them; others are {@code Double} if that says exactly what was written, else {@code BigDecimal}. A
     * number has at most 400 characters, is finite as a double, and has no digit beyond the 400th decimal place.
     *
     * @return frozen plain data
     * @throws MalformedJson if it is not JSON, or not by these rules
     * @since 1.4
     */
    public static @Nullable Object read(byte[] utf8) throws MalformedJson {
        return JsonReader.read(utf8, Extent.DEEPEST);
    }

    /**
     * As {@link #read(byte[])}, for data from others.
     *
     * @param deepest most levels of objects and arrays, from 1 to 1,000
     * @since 1.4
     */
    public static @Nullable Object read(byte[] utf8, int deepest) throws MalformedJson {
        return JsonReader.read(utf8, deepest);
    }

    /**
     * As {@link #read(byte[])}, for a text in memory.
     *
     * @throws MalformedJson as there, and if the text holds half a surrogate pair
     * @since 1.4
     */
    public static @Nullable Object read(String text) throws MalformedJson {
        int half = JsonText.halfPair(text);
        if (half >= 0) {
            throw new MalformedJson("half a surrogate pair is no character", 1, half + 1);
        }
        return JsonReader.read(text.getBytes(StandardCharsets.UTF_8), Extent.DEEPEST);
    }

    /**
     * {@code value} in the JSON Canonicalization Scheme (RFC 8785), UTF-8: members sorted by UTF-16 code units, numbers
     * as ECMAScript prints them.
     *
     * @throws NotCanonical if a number has no exact IEEE 754 double (an integer beyond 2^53−1, a decimal with too many
     *     digits) or a string contains half a surrogate pair: nothing is rounded silently
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
     * Digests values that have parts in common, as the payloads of one request have: a map that was digested as a whole
     * is not written out again if it is a part of a later value. Useful on one thread, for frozen data. Closing it lets
     * others reuse its memory; forgetting that costs nothing else.
     */
    public static final class Digests implements AutoCloseable {
        private final JsonText text = JsonText.small(true);
        private final MessageDigest sha256 = sha256();
        private @Nullable Reordering known;

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

        /**
         * As {@link #of}, for the map without some of its members.
         *
         * @param left whether the member of this name is left out
         * @since 1.4
         */
        public byte[] without(Map<String, ? extends @Nullable Object> map, Predicate<String> left) {
            Reordering reordered = map instanceof FrozenMap frozen ? reordering(frozen) : null;
            if (reordered != null) {
                return reordered.digest(sha256, left);
            }
            MapBuilder rest = Data.mapBuilder();
            map.forEach((name, value) -> {
                if (!left.test(name)) {
                    rest.put(name, value);
                }
            });
            return compute(rest.build());
        }

        private byte[] compute(@Nullable Object value) {
            if (value instanceof FrozenMap map) {
                int member = known == null ? -1 : known.member(map);
                if (known != null && member >= 0) {
                    sha256.update(known.text(), known.start(member), known.end(member) - known.start(member));
                    return sha256.digest();
                }
                Reordering reordered = reordering(map);
                if (reordered != null) {
                    return reordered.digest(sha256, _ -> false);
                }
            }
            return print(value);
        }

        /** The canonical text, made from the one that was printed for an answer; its parts are known from then on. */
        private @Nullable Reordering reordering(FrozenMap map) {
            byte[] compact = map.takePrinted();
            Reordering reordered = compact == null ? null : Reordering.of(map, compact);
            if (reordered != null) {
                known = reordered;
                text.knows(reordered);
            }
            return reordered;
        }

        private byte[] print(@Nullable Object value) {
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

    /**
     * The approximate number of characters of {@link #compact} for this data, without writing it: immediate for frozen
     * data, however large.
     *
     * @return the characters of text unescaped, and eight for each number
     * @throws NotPlainData if it is not plain data
     * @since 1.4
     */
    public static long size(@Nullable Object value) {
        return switch (Data.freeze(value)) {
            case null -> 4;
            case String text -> text.length() + 2L;
            case FrozenMap map -> Extent.size(map.extent());
            case FrozenList list -> Extent.size(list.extent());
            default -> 8;
        };
    }

    /** A copy of a prototype: asking the platform's providers for one costs as much as a short digest. */
    private static MessageDigest sha256() {
        try {
            return (MessageDigest) SHA256.clone();
        } catch (CloneNotSupportedException e) {
            return newSha256();
        }
    }

    private static MessageDigest newSha256() {
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
