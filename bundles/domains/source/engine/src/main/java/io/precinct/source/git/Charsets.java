package io.precinct.source.git;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.mozilla.universalchardet.UniversalDetector;

/**
 * Finds the charset of a file: by its byte order mark, else UTF-8 if it is that, perhaps with some damaged characters,
 * else by what the bytes look like. A file with bytes that no text has is binary.
 */
final class Charsets {
    /** The number of bytes a detector sees: enough for it, so that a large file costs no more. */
    private static final int LOOKED_AT = 64 << 10;

    private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");

    private Charsets() {}

    /** A text and the charset that it was decoded with. */
    record Decoded(String text, Charset charset) {}

    /** A byte order mark. UTF-32 comes before UTF-16, since its mark begins with that of UTF-16. */
    private enum Mark {
        UTF_8("EFBBBF", StandardCharsets.UTF_8),
        UTF_32LE("FFFE0000", Charset.forName("UTF-32LE")),
        UTF_32BE("0000FEFF", Charset.forName("UTF-32BE")),
        UTF_16LE("FFFE", StandardCharsets.UTF_16LE),
        UTF_16BE("FEFF", StandardCharsets.UTF_16BE);

        private final byte[] bytes;
        private final Charset charset;

        Mark(String hex, Charset charset) {
            this.bytes = HexFormat.of().parseHex(hex);
            this.charset = charset;
        }

        static @Nullable Mark of(byte[] content) {
            for (Mark mark : values()) {
                if (content.length >= mark.bytes.length
                        && Arrays.equals(content, 0, mark.bytes.length, mark.bytes, 0, mark.bytes.length)) {
                    return mark;
                }
            }
            return null;
        }
    }

    /** The text of a file, or null if it is binary. */
    static @Nullable Decoded decode(byte[] bytes) {
        Mark mark = Mark.of(bytes);
        Decoded decoded = mark == null ? null : strictly(bytes, mark.bytes.length, mark.charset);
        if (decoded == null) {
            Charset wide = unmarked(bytes);
            decoded = wide == null ? null : strictly(bytes, 0, wide);
        }
        if (decoded != null || hasNul(bytes)) {
            return decoded;
        }
        decoded = strictly(bytes, 0, StandardCharsets.UTF_8);
        if (decoded != null || hasManyControls(bytes)) {
            return decoded;
        }
        return isMostlyUtf8(bytes)
                ? new Decoded(new String(bytes, StandardCharsets.UTF_8), StandardCharsets.UTF_8)
                : guessed(bytes);
    }

    /** The text, or null if the bytes are not valid in this charset. */
    private static @Nullable Decoded strictly(byte[] bytes, int from, Charset charset) {
        try {
            String text = charset.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes, from, bytes.length - from))
                    .toString();
            return new Decoded(text, charset);
        } catch (CharacterCodingException e) {
            return null; // the answer to the question
        }
    }

    /** Whether {@link #decode} would find a file with these first bytes binary. */
    static boolean isBinary(byte[] head) {
        return Mark.of(head) == null
                && unmarked(head) == null
                && (hasNul(head) || hasManyControls(head) && Utf8.of(head).faults() > 1);
    }

    /** The charset of text in UTF-16 or UTF-32 without a mark, or null. */
    private static @Nullable Charset unmarked(byte[] bytes) {
        if (!hasNul(bytes)) {
            return null;
        }
        Charset latin = unmarkedUtf16(bytes);
        return latin == null ? WideText.charset(bytes) : latin;
    }

    /** Whether at least four characters beyond ASCII are right for each that is damaged, as hardly ever in other charsets. */
    private static boolean isMostlyUtf8(byte[] bytes) {
        Utf8 found = Utf8.of(bytes);
        return found.characters() >= 4 * found.faults();
    }

    /**
     * What bytes look like as UTF-8.
     *
     * @param characters beyond ASCII
     * @param faults bytes that belong to no character, and characters that are cut off
     */
    private record Utf8(int characters, int faults) {
        static Utf8 of(byte[] bytes) {
            int characters = 0;
            int faults = 0;
            int at = 0;
            while (at < bytes.length) {
                if (bytes[at] >= 0) {
                    at++;
                    continue;
                }
                int length = length(bytes[at] & 0xFF);
                int next = at + 1;
                while (next < bytes.length && next < at + length && (bytes[next] & 0xC0) == 0x80) {
                    next++;
                }
                if (length > 0 && next == at + length) {
                    characters++;
                } else {
                    faults++;
                }
                at = next;
            }
            return new Utf8(characters, faults);
        }

        /** The length of a character that begins with a byte, or 0. */
        private static int length(int first) {
            if (first < 0xC2 || first > 0xF4) {
                return 0;
            }
            return first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
        }
    }

    private static Decoded guessed(byte[] bytes) {
        Charset charset = hasForeignWords(bytes) ? detected(bytes) : null;
        Decoded decoded = charset == null || charset.equals(WINDOWS_1252) ? null : strictly(bytes, 0, charset);
        if (decoded != null) {
            return decoded;
        }
        // If none of its own characters occur, windows-1252 is plain Latin-1, which also accepts its undefined bytes.
        boolean plain = true;
        for (byte b : bytes) {
            plain &= (b & 0xE0) != 0x80;
        }
        decoded = plain ? null : strictly(bytes, 0, WINDOWS_1252);
        return decoded == null
                ? new Decoded(new String(bytes, StandardCharsets.ISO_8859_1), StandardCharsets.ISO_8859_1)
                : decoded;
    }

    /**
     * Whether bytes outside ASCII mostly stand in rows, as in words of another alphabet. If they stand alone among
     * Latin letters, a detector guesses wrong.
     */
    private static boolean hasForeignWords(byte[] bytes) {
        int looked = Math.min(bytes.length, LOOKED_AT);
        int outside = 0;
        int rows = 0;
        for (int i = 0; i < looked; i++) {
            if (bytes[i] < 0) {
                outside++;
                rows += i == 0 || bytes[i - 1] >= 0 ? 1 : 0;
            }
        }
        return 2 * outside >= 5 * rows && outside > 0;
    }

    private static @Nullable Charset detected(byte[] bytes) {
        var detector = new UniversalDetector();
        detector.handleData(bytes, 0, Math.min(bytes.length, LOOKED_AT));
        detector.dataEnd();
        String name = detector.getDetectedCharset();
        try {
            return name == null || name.toUpperCase(Locale.ROOT).startsWith("UTF-") ? null : Charset.forName(name);
        } catch (IllegalArgumentException e) {
            return null; // a charset that this platform lacks: as good as none
        }
    }

    /**
     * The charset of UTF-16 text without a mark, mostly of Latin letters: every other byte is zero, always on the same
     * side.
     */
    private static @Nullable Charset unmarkedUtf16(byte[] bytes) {
        int looked = Math.min(bytes.length, FileContent.SNIFFED) & ~1;
        if (looked < 4) {
            return null;
        }
        int even = 0;
        int odd = 0;
        for (int i = 0; i < looked; i += 2) {
            even += bytes[i] == 0 ? 1 : 0;
            odd += bytes[i + 1] == 0 ? 1 : 0;
            boolean control = bytes[i] == 0 && (bytes[i + 1] & 0xFF) < 9 || bytes[i + 1] == 0 && (bytes[i] & 0xFF) < 9;
            if (control) {
                return null;
            }
        }
        int pairs = looked / 2;
        if (even == 0 && odd * 10 >= pairs * 7) {
            return StandardCharsets.UTF_16LE;
        }
        return odd == 0 && even * 10 >= pairs * 7 ? StandardCharsets.UTF_16BE : null;
    }

    private static boolean hasNul(byte[] bytes) {
        int looked = Math.min(bytes.length, FileContent.SNIFFED);
        for (int i = 0; i < looked; i++) {
            if (bytes[i] == 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether more than one byte in fifty is a control character, as in compressed and machine code without a NUL; text
     * has tabs, line ends, form feeds and escapes.
     */
    private static boolean hasManyControls(byte[] bytes) {
        int looked = Math.min(bytes.length, FileContent.SNIFFED);
        int controls = 0;
        for (int i = 0; i < looked; i++) {
            int b = bytes[i] & 0xFF;
            boolean usual = b >= 0x20 && b != 0x7F || b >= 8 && b <= 13 || b == 0x1B;
            controls += usual ? 0 : 1;
        }
        return controls * 50 > looked;
    }
}
