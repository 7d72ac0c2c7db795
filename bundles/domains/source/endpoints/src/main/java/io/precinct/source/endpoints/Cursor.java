package io.precinct.source.endpoints;

import io.precinct.api.data.Data;
import io.precinct.rest.api.CursorText;
import io.precinct.source.api.SourceFault;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a list goes on. Opaque to clients, and bound to the commits at which the list began, so that a fetch meanwhile
 * neither repeats nor skips an item.
 *
 * @param list digest of the list and its parameters
 * @param repo the repository in which to go on
 * @param after key of the last item, or null for the beginning of the repository
 * @param commits of every repository of the list, by its name
 * @param partial whether files of {@code repo} were not parsed yet when the page before was made, so that it may lack items
 */
// @req:source-cursor
record Cursor(String list, String repo, @Nullable String after, Map<String, String> commits, boolean partial) {
    private static final int LONGEST = 16_384;

    // Spelled out: in a compact constructor javac drops the type annotations of generic parameters from the class file.
    Cursor(String list, String repo, @Nullable String after, Map<String, String> commits, boolean partial) {
        this.list = list;
        this.repo = repo;
        this.after = after;
        this.commits = Collections.unmodifiableMap(new LinkedHashMap<>(commits));
        this.partial = partial;
    }

    /** The text that clients send back. */
    String text() {
        return CursorText.of(
                partial ? Data.list(list, repo, after, commits, true) : Data.list(list, repo, after, commits));
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
                || !(parts.get(3) instanceof Map<?, ?> map)) {
            return null;
        }
        var commits = new LinkedHashMap<String, String>();
        map.forEach((name, commit) -> commits.put(String.valueOf(name), String.valueOf(commit)));
        boolean commitIds = commits.values().stream().allMatch(id -> id.matches("[0-9a-f]{40}|[0-9a-f]{64}"));
        return commitIds && commits.containsKey(repo)
                ? new Cursor(list, repo, (String) parts.get(2), commits, parts.size() == 5)
                : null;
    }
}
