package io.precinct.source.git;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The interpretation of a file's bytes.
 *
 * @param text decoded, without a byte order mark; null if the file is binary
 * @param encoding charset in IANA's spelling; null if the file is binary
 * @param newline {@code lf, crlf, cr, mixed, none}
 * @param lfsPointer true if the content is stored elsewhere and this only points to it (Git LFS)
 */
public record FileContent(@Nullable String text, @Nullable String encoding, String newline, boolean lfsPointer) {
    /** How many bytes decide whether a file is binary, as in git. */
    static final int SNIFFED = 8000;

    private static final int LARGEST_POINTER = 1024;
    private static final byte[] POINTER =
            "version https://git-lfs.github.com/spec/".getBytes(StandardCharsets.US_ASCII);

    /** Interprets the whole content of a file. */
    // @req:source-content
    public static FileContent of(byte[] bytes) {
        if (bytes.length == 0) {
            return new FileContent("", "UTF-8", "none", false);
        }
        Charsets.Decoded decoded = Charsets.decode(bytes);
        if (decoded == null) {
            return new FileContent(null, null, "none", false);
        }
        return new FileContent(decoded.text(), decoded.charset().name(), newline(decoded.text()), isLfsPointer(bytes));
    }

    /**
     * Whether a file is binary, by its first {@value #SNIFFED} bytes: the answer of {@link #of}, except for rare files.
     */
    static boolean looksBinary(byte[] head) {
        return head.length > 0 && Charsets.isBinary(head);
    }

    static boolean isLfsPointer(byte[] bytes) {
        return bytes.length >= POINTER.length
                && bytes.length <= LARGEST_POINTER
                && Arrays.equals(bytes, 0, POINTER.length, POINTER, 0, POINTER.length);
    }

    /** The style of the line ends. */
    private static String newline(String text) {
        boolean lf = false;
        boolean crlf = false;
        for (int at = text.indexOf('\n'); at >= 0 && !(lf && crlf); at = text.indexOf('\n', at + 1)) {
            boolean after = at > 0 && text.charAt(at - 1) == '\r';
            crlf |= after;
            lf |= !after;
        }
        boolean cr = hasLone(text);
        int kinds = (lf ? 1 : 0) + (crlf ? 1 : 0) + (cr ? 1 : 0);
        return kinds > 1 ? "mixed" : lf ? "lf" : crlf ? "crlf" : cr ? "cr" : "none";
    }

    /** Whether there is a CR without an LF behind it. */
    private static boolean hasLone(String text) {
        for (int at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1)) {
            if (at + 1 == text.length() || text.charAt(at + 1) != '\n') {
                return true;
            }
        }
        return false;
    }
}
