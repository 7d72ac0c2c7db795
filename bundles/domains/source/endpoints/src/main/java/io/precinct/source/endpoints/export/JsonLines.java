package io.precinct.source.endpoints.export;

import io.precinct.api.data.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes one JSON object per line. */
final class JsonLines {
    private JsonLines() {}

    static void write(Map<String, @Nullable Object> item, OutputStream out) throws IOException {
        out.write(Json.compactBytes(item));
        out.write('\n');
    }
}
