package io.precinct.source.endpoints;

import io.precinct.api.data.Data;
import io.precinct.rest.api.CursorText;
import io.precinct.source.api.SourceFault;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The point at which a list continues. Opaque to clients, and bound to the commits at which the list began, so that a
 * fetch meanwhile neither repeats nor skips an item. Its length depends on its names only, not on the number of
 * repositories.
 *
 * @param list digest of the list and its parameters
 * @param repo the repository in which to continue
 * @param after key of the last item, or null for the repository's beginning
 * @param began the commit at which the list began; for a list over all repositories, the digest of their commits, as
 *     {@link WalkedCommits} makes it
 * @param partial whether files of {@code repo} were not parsed yet when the page before was made, so that it may lack
 *     items
 */
// @req:source-cursor
record Cursor(String list, String repo, @Nullable String after, String began, boolean partial) {
    /** In characters; a path may take most of them. */
    static final int LONGEST = 16_384;

    private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");

    /** The text that clients send back. */
    String text() {
        return CursorText.of(partial ? Data.list(list, repo, after, began, true) : Data.list(list, repo, after, began));
    }

    /**
     * The commit at which the list of one repository continues.
     *
     * @throws SourceFault 400 {@code bad_cursor} if the cursor is of another repository, or of all
     */
    String commitOf(String repository) {
        if (!repo.equals(repository) || !isOfOne()) {
            throw bad("the cursor belongs to another repository, or to a list of all");
        }
        return began;
    }

    /**
     * The digest of the commits at which the list over all repositories continues.
     *
     * @throws SourceFault 400 {@code bad_cursor} if the cursor is of one repository
     */
    String digestOfAll() {
        if (isOfOne()) {
            throw bad("the cursor belongs to a list of one repository");
        }
        return began;
    }

    private boolean isOfOne() {
        return COMMIT.matcher(began).matches();
    }

    /**
     * Reads the text that a client sent back; null if it is null or empty.
     *
     * @param list digest of the list that is requested now
     * @throws SourceFault 400 {@code bad_cursor} if it is not a cursor, or belongs to another list
     */
    static @Nullable Cursor read(@Nullable String text, String list) {
        if (text == null || text.isEmpty()) {
            return null;
        }
        Cursor cursor = text.length() > LONGEST ? null : parsed(text);
        if (cursor == null) {
            throw bad("the cursor is not one of this service; begin without");
        }
        if (!cursor.list.equals(list)) {
            throw bad("the cursor belongs to another list: only limit and context may differ from page to page");
        }
        return cursor;
    }

    private static SourceFault bad(String message) {
        return SourceFault.of(400, "bad_cursor", message);
    }

    private static @Nullable Cursor parsed(String text) {
        List<?> parts = CursorText.read(text);
        if (parts == null
                || parts.size() < 4
                || parts.size() > 5
                || parts.size() == 5 && !Boolean.TRUE.equals(parts.get(4))
                || !(parts.get(0) instanceof String list)
                || !(parts.get(1) instanceof String repo)
                || !(parts.get(2) == null || parts.get(2) instanceof String)
                || !(parts.get(3) instanceof String began)) {
            return null;
        }
        return new Cursor(list, repo, (String) parts.get(2), began, parts.size() == 5);
    }
}
