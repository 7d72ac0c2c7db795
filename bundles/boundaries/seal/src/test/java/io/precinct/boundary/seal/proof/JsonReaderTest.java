package io.precinct.boundary.seal.proof;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.arbitraries.StringArbitrary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {
    @Property
    void whatWasWrittenReadsBackEqual(@ForAll("data") Object data) throws Exception {
        Object frozen = Data.freeze(data);

        assertThat(Data.equal(JsonReader.read(Json.compactBytes(frozen)), frozen))
                .isTrue();
    }

    @Property
    void whatIsReadHasTheSameCanonicalForm(@ForAll("data") Object data) throws Exception {
        Object frozen = Data.freeze(data);

        assertThat(Json.canonical(JsonReader.read(Json.compactBytes(frozen)))).isEqualTo(Json.canonical(frozen));
    }

    @Provide
    Arbitrary<Object> data() {
        Arbitrary<Object> leaf = Arbitraries.oneOf(
                text().map(Object.class::cast),
                Arbitraries.longs().between(-(1L << 53) + 1, (1L << 53) - 1).map(Object.class::cast),
                Arbitraries.doubles().map(Object.class::cast),
                Arbitraries.of(true, false).map(Object.class::cast),
                Arbitraries.just((Object) null));
        return Arbitraries.recursive(
                () -> leaf,
                inner -> Arbitraries.oneOf(
                        inner.list().ofMaxSize(4).map(Object.class::cast),
                        Arbitraries.maps(text().ofMaxLength(5), inner)
                                .ofMaxSize(4)
                                .map(Object.class::cast)),
                0,
                3);
    }

    private static StringArbitrary text() {
        return Arbitraries.strings().withCharRange('\0', '\ud7ff').withCharRange('\ue000', '\uffff');
    }

    @Test
    void valuesOfEveryKindAreRead() throws Exception {
        assertThat(read(" {\"a\" : [1, -2.5, 1E2, true, false, null], \"b\\u00e9\\n\" : {} , \"c\":[]} \n"))
                .isEqualTo(Data.map(
                        "a", Arrays.asList(1L, -2.5, 100.0, true, false, null), "b\u00e9\n", Map.of(), "c", List.of()));
    }

    @Test
    void numbersKeepTheirExactValue() throws Exception {
        assertThat(read("123456789012345678901234567890")).isEqualTo(new BigInteger("123456789012345678901234567890"));
        assertThat(read("0.1000000000000000000001")).isEqualTo(new BigDecimal("0.1000000000000000000001"));
        assertThat(read("1.0E22")).isEqualTo(1e22);
        assertThat(read("-0")).isEqualTo(0L);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "}",
                "[1,]",
                "[,1]",
                "[1 2]",
                "{\"a\":1,}",
                "{\"a\" 1}",
                "{a:1}",
                "{'a':1}",
                "{\"a\":1}x",
                "01",
                "-",
                "+1",
                "1.",
                ".5",
                "1e",
                "1e+",
                "0x1",
                "NaN",
                "Infinity",
                "tru",
                "nul",
                "TRUE",
                "\"",
                "\"\\x\"",
                "\"\\u12g4\"",
                "\"\\u12",
                "\"a\nb\"",
                "\"\t\"",
                "// c\n1",
                "[1]]",
                "\u00a01"
            })
    void whatIsNotJsonIsRefusedWithThePlace(String text) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(JsonReader.BadJson.class)
                .hasMessageMatching("line [0-9]+, column [0-9]+: expected [^\u0000]+, got [^\u0000]+");
    }

    @Test
    void theSameMemberTwiceIsRefusedForTwoReadersCouldTakeDifferentOnes() {
        assertThatThrownBy(() -> read("{\"a\":1,\n \"b\":2, \"\\u0061\":3}"))
                .isInstanceOf(JsonReader.BadJson.class)
                .hasMessageContaining("line 2, column 9")
                .hasMessageContaining("\"a\" twice");
    }

    @Test
    void malformedUtf8IsRefused() {
        byte[] bytes = {'"', (byte) 0xC0, (byte) 0x80, '"'};

        assertThatThrownBy(() -> JsonReader.read(bytes)).isInstanceOf(JsonReader.BadJson.class);
    }

    @Test
    void nestingAndNumbersWithoutEndAreRefused() {
        assertThatThrownBy(() -> read("[".repeat(100_000))).isInstanceOf(JsonReader.BadJson.class);
        assertThatThrownBy(() -> read("1".repeat(100_000))).isInstanceOf(JsonReader.BadJson.class);
        assertThatThrownBy(() -> read("1e99999999999")).isInstanceOf(JsonReader.BadJson.class);
    }

    @Property
    void bytesOfAnyKindAreReadOrRefusedAndNothingElse(@ForAll byte[] bytes) {
        try {
            JsonReader.read(bytes);
        } catch (JsonReader.BadJson e) {
            assertThat(e).hasMessageMatching("(?s).+");
        }
    }

    private static Object read(String text) throws JsonReader.BadJson {
        return JsonReader.read(text.getBytes(UTF_8));
    }
}
