package io.precinct.source.parse;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A document of JSON, looked into without trusting its form: what is not there, or is of another type, is absent.
 *
 * @param value a Map, a List, a String, or anything else for what nobody asks for
 */
record JsonValue(@Nullable Object value) {
    private static final JsonFactory JSON = new JsonFactory();

    static JsonValue parse(byte[] document) throws IOException {
        try (JsonParser parser = JSON.createParser(document)) {
            return new JsonValue(read(parser, parser.nextToken()));
        }
    }

    private static @Nullable Object read(JsonParser parser, @Nullable JsonToken token) throws IOException {
        if (token == JsonToken.START_OBJECT) {
            var members = new LinkedHashMap<String, @Nullable Object>();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                members.put(name, read(parser, parser.nextToken()));
            }
            return members;
        }
        if (token == JsonToken.START_ARRAY) {
            var items = new ArrayList<@Nullable Object>();
            for (JsonToken next = parser.nextToken(); next != JsonToken.END_ARRAY; next = parser.nextToken()) {
                items.add(read(parser, next));
            }
            return items;
        }
        return token == JsonToken.VALUE_STRING ? parser.getText() : null;
    }

    /** A member of an object. */
    JsonValue at(String member) {
        return new JsonValue(value instanceof Map<?, ?> members ? members.get(member) : null);
    }

    /** The items of an array; one item for what is no array, none for what is absent. */
    List<JsonValue> items() {
        if (value instanceof List<?> items) {
            return items.stream().map(JsonValue::new).toList();
        }
        return value == null ? List.of() : List.of(this);
    }

    /** A text; null for anything else. */
    @Nullable
    String text() {
        return value instanceof String text ? text : null;
    }

    /** The texts among the items. */
    List<String> texts() {
        var texts = new ArrayList<String>();
        for (JsonValue item : items()) {
            String text = item.text();
            if (text != null) {
                texts.add(text);
            }
        }
        return texts;
    }
}
