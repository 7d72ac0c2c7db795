package io.precinct.formatter.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.Generate.booleans;
import static org.quicktheories.generators.Generate.constant;
import static org.quicktheories.generators.Generate.longRange;
import static org.quicktheories.generators.Generate.oneOf;
import static org.quicktheories.generators.Generate.range;
import static org.quicktheories.generators.SourceDSL.bigIntegers;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.precinct.api.data.Data;
import io.precinct.api.format.Formatter.Target;
import io.precinct.testing.AnyData;
import io.precinct.testing.AnyText;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.assertj.core.api.ThrowingConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

class JsonRoundTripPropertyTest {
    private final JsonFormatter formatter = new JsonFormatter();

    @Test
    void whatIsWrittenReadsBackEqual() {
        ThrowingConsumer<@Nullable Object> readsBack =
                payload -> assertThat(Data.equal(read(bytes(payload)), payload)).isTrue();
        qt().withExamples(500).withGenerateAttempts(1000).forAll(data()).checkAssert(readsBack);
    }

    @Test
    void anyFiniteDoubleReadsBackToTheBit() {
        ThrowingConsumer<Double> readsBack = value -> {
            String text = new String(bytes(value), StandardCharsets.UTF_8);

            assertThat(Double.parseDouble(text)).isEqualTo(value);
            assertThat(text).doesNotContain("E").doesNotEndWith(".0");
        };
        Gen<Double> finite = AnyData.decimals().mix(longRange(1, 1L << 52).map(Double::longBitsToDouble), 10);
        qt().forAll(finite).checkAssert(readsBack);
    }

    @Test
    void anyBitsOfTextBecomeWellFormedUtf8() {
        ThrowingConsumer<String> isWellFormed = text -> {
            byte[] body = bytes(Data.map(text, text));

            String decoded = StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(body))
                    .toString();
            assertThat(decoded).isNotEmpty();
            assertThat(((Map<?, ?>) read(body)).values().iterator().next()).isEqualTo(wellFormed(text));
        };
        qt().forAll(AnyText.upTo(60)).checkAssert(isWellFormed);
    }

    private static Gen<@Nullable Object> data() {
        Gen<@Nullable Object> leaf = oneOf(
                constant((Object) null),
                AnyData.any(booleans()),
                AnyData.any(AnyData.longs().map(Long::intValue)),
                AnyData.any(AnyData.longs()),
                AnyData.any(AnyData.decimals()),
                AnyData.any(bigIntegers().ofBytes(17)),
                AnyData.any(bigIntegers().ofBytes(20).zip(range(0, 20), BigDecimal::new)),
                AnyData.any(AnyText.wellFormed(30)));
        return AnyData.nested(leaf, AnyText.wellFormed(10), 4).map(Data::freeze);
    }

    private static String wellFormed(String text) {
        return text.codePoints()
                .map(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? 0xFFFD : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private byte[] bytes(@Nullable Object payload) throws IOException {
        return formatter
                .render(new Target(payload, 200, "application/json", "/", null))
                .body();
    }

    private static @Nullable Object read(byte[] json) throws IOException {
        try (JsonParser parser = new JsonFactory().createParser(json)) {
            parser.nextToken();
            Object value = value(parser);
            assertThat(parser.nextToken()).isNull();
            return value;
        }
    }

    private static @Nullable Object value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case VALUE_NULL -> null;
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new BigDecimal(parser.getText());
            case START_ARRAY -> {
                var list = Data.listBuilder();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    list.add(value(parser));
                }
                yield list.build();
            }
            case START_OBJECT -> {
                var map = Data.mapBuilder();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String key = parser.currentName();
                    parser.nextToken();
                    map.put(key, value(parser));
                }
                yield map.build();
            }
            default -> throw new IllegalStateException("unexpected " + parser.currentToken());
        };
    }
}
