package io.precinct.deploy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.precinct.api.data.Data;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what {@link io.precinct.api.data.Json} wrote: one JSON object as plain data. */
final class JsonDocument {
    private static final JsonFactory JSON = new JsonFactory();

    private JsonDocument() {}

    /**
     * Reads one object.
     *
     * @throws IOException where the text is not JSON, or not an object
     */
    @SuppressWarnings("unchecked")
    static Map<String, @Nullable Object> parse(String text) throws IOException {
        try (JsonParser parser = JSON.createParser(text)) {
            parser.nextToken();
            if (value(parser) instanceof Map<?, ?> map) {
                return (Map<String, @Nullable Object>) map;
            }
            throw new IOException("a JSON object was expected");
        }
    }

    private static @Nullable Object value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> parser.getLongValue();
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            case null, default -> throw new IOException("the JSON text ends too early");
        };
    }

    private static Map<String, @Nullable Object> object(JsonParser parser) throws IOException {
        var map = Data.mapBuilder();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = parser.currentName();
            parser.nextToken();
            map.put(key, value(parser));
        }
        return map.build();
    }

    private static Object array(JsonParser parser) throws IOException {
        var list = Data.listBuilder();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            list.add(value(parser));
        }
        return list.build();
    }
}
