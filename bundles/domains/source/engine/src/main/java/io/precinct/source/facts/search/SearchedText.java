package io.precinct.source.facts.search;

import io.precinct.source.facts.extraction.Blobs;
import io.precinct.source.git.Commit;
import io.precinct.source.git.FileContent;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The text of a blob as it is searched.
 *
 * @param utf8 never changed; null if it is not searched
 * @param leftOut why it is not searched: {@value #BINARY} or {@link Blobs#TOO_LARGE}; else null
 */
record SearchedText(byte @Nullable [] utf8, @Nullable String leftOut) {
    static final String BINARY = "binary";

    /** The bytes in which git looks for a NUL. */
    private static final int SNIFFED = 8000;

    /**
     * Reads a blob.
     *
     * @param most bytes a searched text may have
     * @throws io.precinct.source.api.SourceFault if the clone is damaged
     */
    static SearchedText read(Commit commit, String blob, long most) {
        if (commit.size(blob) > most) {
            return new SearchedText(null, Blobs.TOO_LARGE);
        }
        byte[] bytes = commit.read(blob);
        if (Blobs.isPlain(bytes)) {
            return new SearchedText(bytes, null);
        }
        String text = FileContent.of(bytes).text();
        if (text != null) {
            return new SearchedText(text.getBytes(StandardCharsets.UTF_8), null);
        }
        return hasNul(bytes) ? new SearchedText(null, BINARY) : new SearchedText(bytes, null);
    }

    private static boolean hasNul(byte[] bytes) {
        for (int i = 0; i < Math.min(SNIFFED, bytes.length); i++) {
            if (bytes[i] == 0) {
                return true;
            }
        }
        return false;
    }
}
