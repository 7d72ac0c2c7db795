package io.precinct.rest.api;

import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Encodes cursors for clients: a list of plain data as JSON, in Base64 for URLs (RFC 4648 §5). */
public final class CursorText {
    private CursorText() {}

    /** Returns the text of a cursor with these parts. */
    public static String of(List<? extends @Nullable Object> parts) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Json.compactBytes(parts));
    }

    /**
     * Decodes a cursor from a client. Callers must check the parts, since a client may send anything.
     *
     * @return the parts; empty if the cursor is JSON but not a list; null if it is not Base64 or not JSON
     */
    public static @Nullable List<?> read(String text) {
        try {
            String json = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
            return Json.read(json) instanceof List<?> list ? list : List.of();
        } catch (IllegalArgumentException | MalformedJson e) {
            return null; // the caller reports the list to which the cursor does not belong
        }
    }
}
