package io.precinct.rest.api;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses JSON text that this program stored, as written by {@code Json.compact}, into frozen plain data. */
public final class StoredJson {
    private StoredJson() {}

    /**
     * Parses stored JSON.
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

    /** As {@link #read}; returns the empty list for null and for anything but a list. */
    @SuppressWarnings("unchecked") // plain data
    public static List<@Nullable Object> list(@Nullable String json) {
        return json != null && read(json) instanceof List<?> list ? (List<@Nullable Object>) list : Data.list();
    }

    /** As {@link #read}; returns the empty map for null and for anything but an object. */
    @SuppressWarnings("unchecked") // plain data
    public static Map<String, @Nullable Object> map(@Nullable String json) {
        return json != null && read(json) instanceof Map<?, ?> map ? (Map<String, @Nullable Object>) map : Data.map();
    }
}
