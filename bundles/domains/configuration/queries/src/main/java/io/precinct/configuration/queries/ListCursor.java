package io.precinct.configuration.queries;

import io.precinct.api.data.Data;
import io.precinct.rest.api.CursorText;
import io.precinct.source.api.SourceFault;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The point at which a list continues. Bound to the commit at which it began, so that a fetch meanwhile neither repeats
 * nor skips an item.
 *
 * @param list digest of the list and its parameters
 * @param commit at which it began
 * @param path of the last file
 * @param document number of the last document of that file
 */
record ListCursor(String list, String commit, String path, int document) {
    private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");
    private static final int LONGEST = 16_384;

    /** The text that clients send back. */
    String text() {
        return CursorText.of(Data.list(list, commit, path, document));
    }

    /**
     * Reads the text that a client sent back; null if it is null or empty.
     *
     * @throws SourceFault 400 {@code bad_cursor} if it is not a cursor, or belongs to another list
     */
    static @Nullable ListCursor read(@Nullable String text, String list) {
        if (text == null || text.isEmpty()) {
            return null;
        }
        List<?> parts = text.length() > LONGEST ? null : CursorText.read(text);
        if (parts == null
                || parts.size() != 4
                || !(parts.get(0) instanceof String of)
                || !(parts.get(1) instanceof String commit)
                || !(parts.get(2) instanceof String path)
                || !(parts.get(3) instanceof Number document)
                || !COMMIT.matcher(commit).matches()) {
            throw bad("the cursor is not one of this service; begin without");
        }
        if (!of.equals(list)) {
            throw bad("the cursor belongs to another list: only limit may differ from page to page");
        }
        return new ListCursor(of, commit, path, document.intValue());
    }

    static SourceFault bad(String message) {
        return SourceFault.of(400, "bad_cursor", message);
    }
}
