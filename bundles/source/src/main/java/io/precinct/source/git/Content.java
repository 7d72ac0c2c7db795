package io.precinct.source.git;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What the bytes of a file are.
 *
 * @param text decoded, without a byte order mark; null where the file is binary
 * @param encoding charset in IANA's spelling; null where the file is binary
 * @param newline {@code lf, crlf, cr, mixed, none}
 * @param lines how many; a last line without newline counts. A lone CR ends a line only where no LF does in this file
 * @param lfsPointer true where the content is stored elsewhere and this only says where (Git LFS)
 */
public record Content(@Nullable String text, @Nullable String encoding, String newline, int lines, boolean lfsPointer) {
    /** How many bytes tell whether a file is binary; as git has it. */
    static final int SNIFFED = 8000;

    private static final int LARGEST_POINTER = 1024;
    private static final byte[] POINTER =
            "version https://git-lfs.github.com/spec/".getBytes(StandardCharsets.US_ASCII);

    /** Looks at the whole content of a file. */
    public static Content of(byte[] bytes) {
        if (bytes.length == 0) {
            return new Content("", "UTF-8", "none", 0, false);
        }
        Charsets.Decoded decoded = Charsets.decode(bytes);
        if (decoded == null) {
            return new Content(null, null, "none", 0, false);
        }
        var ends = LineEnds.of(decoded.text());
        return new Content(decoded.text(), decoded.charset().name(), ends.newline(), ends.lines(), isLfsPointer(bytes));
    }

    /** True where the content is not text. */
    public boolean binary() {
        return text == null;
    }

    /** Whether a file is binary, by its first {@value #SNIFFED} bytes: the answer of {@link #of}, but for rare files. */
    static boolean looksBinary(byte[] head) {
        return head.length > 0 && Charsets.isBinary(head);
    }

    static boolean isLfsPointer(byte[] bytes) {
        if (bytes.length < POINTER.length || bytes.length > LARGEST_POINTER) {
            return false;
        }
        for (int i = 0; i < POINTER.length; i++) {
            if (bytes[i] != POINTER[i]) {
                return false;
            }
        }
        return true;
    }

    /** How lines end. */
    private record LineEnds(String newline, int lines) {
        static LineEnds of(String text) {
            int lf = 0;
            int crlf = 0;
            int cr = 0;
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c == '\n') {
                    if (i > 0 && text.charAt(i - 1) == '\r') {
                        crlf++;
                    } else {
                        lf++;
                    }
                } else if (c == '\r' && (i + 1 == text.length() || text.charAt(i + 1) != '\n')) {
                    cr++;
                }
            }
            int kinds = (lf > 0 ? 1 : 0) + (crlf > 0 ? 1 : 0) + (cr > 0 ? 1 : 0);
            String newline = kinds > 1 ? "mixed" : lf > 0 ? "lf" : crlf > 0 ? "crlf" : cr > 0 ? "cr" : "none";
            int ends = lf + crlf > 0 ? lf + crlf : cr;
            char last = text.isEmpty() ? '\n' : text.charAt(text.length() - 1);
            boolean ended = last == '\n' || last == '\r' && lf + crlf == 0;
            return new LineEnds(newline, ended ? ends : ends + 1);
        }
    }

    static @Nullable String strictly(byte[] bytes, int from, Charset charset) {
        try {
            return charset.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes, from, bytes.length - from))
                    .toString();
        } catch (CharacterCodingException e) {
            return null; // not in this charset, which is what was asked
        }
    }
}
