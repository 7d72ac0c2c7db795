package io.precinct.formatter.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.BufferRecycler;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import io.precinct.api.data.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes one value of plain data. Members of a map are visited by {@link Map#forEach}, which makes no entry objects;
 * this class is its own visitor so that no lambda is made either. Not thread-safe; of use once.
 */
final class JsonWriter implements BiConsumer<String, @Nullable Object> {
    /** Plain data is at most 1000 levels deep; Jackson's own limit is the same, but would be Jackson's to change. */
    private static final int DEEPEST = 1000;

    private static final double EXACT_INTEGERS = 1L << 53;

    /** A shared pool because requests run on virtual threads, where buffers kept per thread are never found again. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .recyclerPool(JsonRecyclerPools.sharedConcurrentDequePool())
            .streamWriteConstraints(
                    StreamWriteConstraints.builder().maxNestingDepth(DEEPEST).build())
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .build();

    private final JsonGenerator generator;

    private JsonWriter(JsonGenerator generator) {
        this.generator = generator;
    }

    /** {@code value} as compact JSON in UTF-8. */
    static byte[] bytes(@Nullable Object value) throws IOException {
        BufferRecycler buffers = FACTORY._getBufferRecycler();
        try (var out = new ByteArrayBuilder(buffers)) {
            try (JsonGenerator generator = FACTORY.createGenerator(out)) {
                new JsonWriter(generator).write(value);
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
            return out.getClearAndRelease();
        } finally {
            buffers.releaseToPool();
        }
    }

    @Override
    public void accept(String key, @Nullable Object value) {
        try {
            generator.writeFieldName(wellFormed(key));
            write(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @SuppressWarnings("unchecked") // plain data: the keys of a map are strings
    private void write(@Nullable Object value) throws IOException {
        switch (value) {
            case null -> generator.writeNull();
            case String s -> generator.writeString(wellFormed(s));
            case Integer i -> generator.writeNumber(i);
            case Long l -> generator.writeNumber(l);
            case Boolean b -> generator.writeBoolean(b);
            case Map<?, ?> map -> {
                generator.writeStartObject();
                ((Map<String, @Nullable Object>) map).forEach(this);
                generator.writeEndObject();
            }
            case List<?> list -> array(list);
            case Double d -> decimal(d);
            case BigInteger i -> generator.writeNumber(i);
            case BigDecimal d -> generator.writeNumber(d);
            default ->
                throw new IllegalArgumentException(
                        "a payload is plain data, got " + value.getClass().getName());
        }
    }

    private void array(List<?> list) throws IOException {
        generator.writeStartArray();
        for (int i = 0, size = list.size(); i < size; i++) {
            write(list.get(i));
        }
        generator.writeEndArray();
    }

    /** The shortest decimal that reads back as {@code value}, laid out as ECMAScript does: 3, not 3.0; 1e+22. */
    private void decimal(double value) throws IOException {
        if (value == Math.rint(value) && Math.abs(value) < EXACT_INTEGERS) {
            generator.writeNumber((long) value);
            return;
        }
        double magnitude = Math.abs(value);
        boolean plain = magnitude >= 1e-3 && magnitude < 1e7; // where Java and ECMAScript print the same
        generator.writeNumber(plain ? Double.toString(value) : Json.compact(value));
    }

    /** Halves of surrogate pairs have no UTF-8: each becomes U+FFFD. Free for Latin-1 text. */
    private static String wellFormed(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return repaired(text, i);
            }
        }
        return text;
    }

    private static String repaired(String text, int from) {
        StringBuilder repaired = null;
        for (int i = from; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (Character.isSupplementaryCodePoint(text.codePointAt(i))) {
                    i++;
                } else {
                    repaired = repaired == null ? new StringBuilder(text) : repaired;
                    repaired.setCharAt(i, '\uFFFD');
                }
            }
        }
        return repaired == null ? text : repaired.toString();
    }
}
