package io.precinct.deploy;

import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a JSON object that was written to disk by {@link Json}, as plain data. */
final class StoredDocument {
    private StoredDocument() {}

    /**
     * Reads one object.
     *
     * @throws IOException if the text is not JSON, or not an object
     */
    @SuppressWarnings("unchecked") // plain data
    static Map<String, @Nullable Object> read(String text) throws IOException {
        try {
            if (Json.read(text) instanceof Map<?, ?> map) {
                return (Map<String, @Nullable Object>) map;
            }
            throw new IOException("a JSON object was expected");
        } catch (MalformedJson e) {
            throw new IOException(e.getMessage(), e);
        }
    }
}
