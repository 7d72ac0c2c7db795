package io.precinct.rest.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import io.precinct.api.data.Data;
import io.precinct.api.data.ListBuilder;
import io.precinct.api.data.MapBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON text that was stored by this program, back as frozen plain data; written by {@code Json.compact}. */
public final class StoredJson {
    /** Buffers are shared between threads: per-thread ones would be built anew for every virtual thread. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .recyclerPool(JsonRecyclerPools.sharedConcurrentDequePool())
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(1000)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private StoredJson() {}

    /**
     * Reads.
     *
     * @throws UncheckedIOException where it is not JSON
     */
    public static @Nullable Object read(String json) {
        if (json.equals("[]")) {
            return Data.list();
        }
        if (json.equals("{}")) {
            return Data.map();
        }
        try (JsonParser parser = FACTORY.createParser(json)) {
            return value(parser, parser.nextToken());
        } catch (IOException e) {
            throw new UncheckedIOException("stored text is not JSON: " + e.getMessage(), e);
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

    private static @Nullable Object value(JsonParser parser, @Nullable JsonToken token) throws IOException {
        return switch (token) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> parser.getNumberValue();
            case VALUE_NUMBER_FLOAT -> number(parser);
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            case null, default -> throw new IOException("unexpected " + token);
        };
    }

    /** A double where it says exactly what was written, else a decimal. */
    private static Number number(JsonParser parser) throws IOException {
        double nearest = parser.getDoubleValue();
        var exact = parser.getDecimalValue();
        boolean same =
                Double.isFinite(nearest) && new java.math.BigDecimal(Double.toString(nearest)).compareTo(exact) == 0;
        return same ? (Number) nearest : exact;
    }

    private static Map<String, @Nullable Object> object(JsonParser parser) throws IOException {
        MapBuilder map = Data.mapBuilder();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            map.put(name, value(parser, parser.nextToken()));
        }
        return map.build();
    }

    private static List<@Nullable Object> array(JsonParser parser) throws IOException {
        ListBuilder list = Data.listBuilder();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            list.add(value(parser, token));
        }
        return list.build();
    }
}
