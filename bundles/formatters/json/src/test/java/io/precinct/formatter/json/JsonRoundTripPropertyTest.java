package io.precinct.formatter.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.precinct.api.data.Data;
import io.precinct.api.format.Formatter.Target;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import org.jspecify.annotations.Nullable;

class JsonRoundTripPropertyTest {
    private final JsonFormatter formatter = new JsonFormatter();

    @Property(tries = 500)
    void what_is_written_reads_back_equal(@ForAll("data") @Nullable Object payload) throws IOException {
        assertThat(Data.equal(read(bytes(payload)), payload)).isTrue();
    }

    @Property
    void any_finite_double_reads_back_to_the_bit(
            @ForAll @DoubleRange(min = -Double.MAX_VALUE, max = Double.MAX_VALUE) double value) throws IOException {
        String text = new String(bytes(value), StandardCharsets.UTF_8);

        assertThat(Double.parseDouble(text)).isEqualTo(value);
        assertThat(text).doesNotContain("E").doesNotEndWith(".0");
    }

    @Property
    void any_bits_of_text_become_well_formed_utf_8(@ForAll("anyText") String text) throws IOException {
        byte[] body = bytes(Data.map(text, text));

        String decoded = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .decode(ByteBuffer.wrap(body))
                .toString();
        assertThat(decoded).isNotEmpty();
        assertThat(((Map<?, ?>) read(body)).values().iterator().next()).isEqualTo(wellFormed(text));
    }

    @Provide
    Arbitrary<String> anyText() {
        return Arbitraries.strings().all().ofMaxLength(60);
    }

    @Provide
    Arbitrary<@Nullable Object> data() {
        Arbitrary<@Nullable Object> leaf = Arbitraries.oneOf(
                Arbitraries.just(null),
                Arbitraries.of(true, false).map(b -> b),
                Arbitraries.integers().map(i -> i),
                Arbitraries.longs().map(l -> l),
                Arbitraries.doubles().map(d -> d),
                Arbitraries.bigIntegers()
                        .between(BigInteger.TEN.pow(40).negate(), BigInteger.TEN.pow(40))
                        .map(i -> i),
                Arbitraries.bigDecimals().ofScale(20).map(d -> d),
                Arbitraries.strings()
                        .ofMaxLength(30)
                        .filter(s -> wellFormed(s).equals(s))
                        .map(s -> s));
        return Arbitraries.recursive(() -> leaf, JsonRoundTripPropertyTest::containers, 0, 4);
    }

    private static Arbitrary<@Nullable Object> containers(Arbitrary<@Nullable Object> element) {
        var key = Arbitraries.strings().ofMaxLength(10).map(JsonRoundTripPropertyTest::wellFormed);
        return Arbitraries.oneOf(
                element,
                element.list().ofMaxSize(5).map(Data::freezeList),
                Combinators.combine(key, key, element, element)
                        .as((a, b, x, y) ->
                                Data.mapBuilder().put(a, x).put(b, y).build()));
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
