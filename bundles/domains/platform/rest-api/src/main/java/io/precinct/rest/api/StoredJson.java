package io.precinct.rest.api;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON text that was stored by this program, written by {@code Json.compact}, back as frozen plain data. */
public final class StoredJson {
    private StoredJson() {}

    /**
     * Reads.
     *
     * @throws IllegalStateException if it is not JSON
     */
    public static @Nullable Object read(String json) {
        if (json.equals("[]")) {
            return Data.list();
        }
        if (json.equals("{}")) {
            return Data.map();
        }
        try {
            return Json.read(json);
        } catch (MalformedJson e) {
            throw new IllegalStateException("stored text is not JSON: " + e.getMessage(), e);
        }
    }

    /** As {@link #read}; null, and what is no list, is the empty list. */
    @SuppressWarnings("unchecked") // plain data
    public static List<@Nullable Object> list(@Nullable String json) {
        return json != null && read(json) instanceof List<?> list ? (List<@Nullable Object>) list : Data.list();
    }

    /** As {@link #read}; null, and what is no object, is the empty map. */
    @SuppressWarnings("unchecked") // plain data
    public static Map<String, @Nullable Object> map(@Nullable String json) {
        return json != null && read(json) instanceof Map<?, ?> map ? (Map<String, @Nullable Object>) map : Data.map();
    }
}
