package io.precinct.source.facts.extraction;

import io.precinct.source.git.Commit;
import io.precinct.source.git.FileContent;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads files as texts to parse. Without state. */
public final class Blobs {
    /**
     * Version of how a file's bytes become its text, by {@link FileContent#of} and here: change it whenever the same
     * bytes may become another text, because another charset is found, another library finds it, or another byte is
     * left out. Answers that clients keep and facts that are kept over restarts depend on it.
     */
    public static final int DECODING = 2;

    /** Eight bytes of an array at once, in the order of the machine. */
    static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long LOW_BITS = 0x0101010101010101L;
    private static final long ESCAPES = 0x1B1B1B1B1B1B1B1BL;

    /** Why a file above the limit is not parsed. It depends on the limit, so it is no fact of the file. */
    public static final String TOO_LARGE = "too_large";

    private Blobs() {}

    /**
     * A file to parse.
     *
     * @param utf8 its text, or null if it is not parsed
     * @param skipped why it is not parsed, or null: {@code too_large, binary, lfs_pointer}
     */
    public record Text(byte @Nullable [] utf8, @Nullable String skipped) {}

    /**
     * The text of a blob, decoded if it is not in UTF-8.
     *
     * @param most bytes a parsed file may have
     */
    public static Text read(Commit commit, String blob, long most) {
        if (commit.size(blob) > most) {
            return new Text(null, TOO_LARGE);
        }
        byte[] bytes = commit.read(blob);
        boolean maybePointer = bytes.length < 1024 && bytes.length > 0 && bytes[0] == 'v';
        if (!maybePointer && isPlain(bytes)) {
            return new Text(bytes, null);
        }
        FileContent content = FileContent.of(bytes);
        if (content.lfsPointer()) {
            return new Text(null, "lfs_pointer");
        }
        String text = content.text();
        return text == null ? new Text(null, "binary") : new Text(text.getBytes(StandardCharsets.UTF_8), null);
    }

    /** Whether one of eight bytes is zero. */
    static boolean hasZero(long eight) {
        return ((eight - LOW_BITS) & ~eight & HIGH_BITS) != 0;
    }

    /** Whether it is ASCII without NUL and ESC, which means the same in any charset of a file. */
    public static boolean isPlain(byte[] bytes) {
        int i = 0;
        for (; i <= bytes.length - 8; i += 8) {
            long eight = (long) LONGS.get(bytes, i);
            if ((eight & HIGH_BITS) != 0 || hasZero(eight) || hasZero(eight ^ ESCAPES)) {
                return false;
            }
        }
        for (; i < bytes.length; i++) {
            if (bytes[i] <= 0 || bytes[i] == 0x1B) {
                return false;
            }
        }
        return true;
    }
}
