package io.precinct.rest.api;

import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cursors as clients see them: a list of plain data as JSON, in Base64 for URLs (RFC 4648 §5). */
public final class CursorText {
    private CursorText() {}

    /** The text of a cursor that is made of these parts. */
    public static String of(List<? extends @Nullable Object> parts) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Json.compactBytes(parts));
    }

    /**
     * The parts of a cursor that a client sent; check them, since a client may send anything.
     *
     * @return empty if it is JSON but no list; null if it is not Base64 or not JSON
     */
    public static @Nullable List<?> read(String text) {
        try {
            String json = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
            return Json.read(json) instanceof List<?> list ? list : List.of();
        } catch (IllegalArgumentException | MalformedJson e) {
            return null; // the caller names the list that the cursor does not belong to
        }
    }
}
