package io.precinct.core.dispatch;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import io.precinct.api.data.Data;
import io.precinct.api.data.ListBuilder;
import io.precinct.api.data.MapBuilder;
import java.io.IOException;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** A JSON request body as frozen plain data. */
final class JsonBody {
    static final int DEEPEST = 256;
    static final int LONGEST_NUMBER = 400;
    static final int LONGEST_NAME = 1 << 16;

    /** Buffers are shared between threads: threads are renewed, and per-thread ones would be built anew with them. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
            .recyclerPool(JsonRecyclerPools.sharedConcurrentDequePool())
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxNumberLength(LONGEST_NUMBER)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(LONGEST_NAME)
                    .build())
            .build();

    private JsonBody() {}

    /** A body that is not JSON, with the place where that shows. */
    static final class Malformed extends Exception {
        private static final long serialVersionUID = 1L;

        private final int line;
        private final int column;

        Malformed(String message, int line, int column) {
            super(message, null, false, false);
            this.line = line;
            this.column = column;
        }

        int line() {
            return line;
        }

        int column() {
            return column;
        }
    }

    /** Reads a whole document. */
    static @Nullable Object read(byte[] bytes) throws Malformed {
        try {
            return QuickJson.read(bytes);
        } catch (QuickJson.Unsure unusual) {
            return parse(bytes);
        }
    }

    /** Reads a whole document, and says what is wrong with one that is none. */
    static @Nullable Object parse(byte[] bytes) throws Malformed {
        requireUtf8(bytes);
        try (JsonParser parser = FACTORY.createParser(bytes)) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw fault(parser, "the body is empty");
            }
            Object value = value(parser, first);
            if (parser.nextToken() != null) {
                throw fault(parser, "something follows the end of the document");
            }
            return value;
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation();
            throw new Malformed(
                    e.getOriginalMessage(), at == null ? 1 : at.getLineNr(), at == null ? 1 : at.getColumnNr());
        } catch (IOException e) {
            throw new Malformed("not readable as UTF-8 JSON: " + e.getMessage(), 1, 1);
        }
    }

    /** The parser would take UTF-16 and UTF-32 for what they are; others on the way would read something else. */
    private static void requireUtf8(byte[] bytes) throws Malformed {
        for (int i = 0; i < Math.min(4, bytes.length); i++) {
            if (bytes[i] == 0 || bytes[i] == (byte) 0xFE || bytes[i] == (byte) 0xFF) {
                throw new Malformed("JSON is UTF-8 (RFC 8259)", 1, i + 1);
            }
        }
    }

    private static @Nullable Object value(JsonParser parser, JsonToken token) throws IOException, Malformed {
        return switch (token) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> parser.getNumberValue();
            case VALUE_NUMBER_FLOAT -> decimal(parser);
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw fault(parser, "unexpected " + token);
        };
    }

    private static Object object(JsonParser parser) throws IOException, Malformed {
        MapBuilder map = Data.mapBuilder();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            if (map.contains(name)) {
                throw fault(parser, "the member \"" + name + "\" stands twice");
            }
            map.put(name, value(parser, parser.nextToken()));
        }
        return map.build();
    }

    private static Object array(JsonParser parser) throws IOException, Malformed {
        ListBuilder list = Data.listBuilder();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            list.add(value(parser, token));
        }
        return list.build();
    }

    /** A double where it says exactly what was written, else a decimal; both bounded. */
    private static Number decimal(JsonParser parser) throws IOException, Malformed {
        double nearest = parser.getDoubleValue();
        if (!Double.isFinite(nearest)) {
            throw fault(parser, "the number is too large");
        }
        if (parser.getTextLength() <= 15 && nearest != 0) {
            return nearest;
        }
        BigDecimal exact;
        try {
            exact = new BigDecimal(parser.getText());
        } catch (NumberFormatException e) {
            throw fault(parser, "the number has too large an exponent"); // beyond what fits 32 bits
        }
        if (Math.abs(exact.scale()) > LONGEST_NUMBER) {
            throw fault(parser, "the number has too large an exponent");
        }
        return exact(nearest, exact);
    }

    static Number exact(double nearest, BigDecimal written) {
        return new BigDecimal(Double.toString(nearest)).compareTo(written) == 0 ? (Number) nearest : written;
    }

    private static Malformed fault(JsonParser parser, String message) {
        JsonLocation at = parser.currentLocation();
        return new Malformed(message, at.getLineNr(), at.getColumnNr());
    }
}
