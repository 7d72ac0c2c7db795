package io.precinct.api.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.Generate.byteArrays;
import static org.quicktheories.generators.Generate.bytes;
import static org.quicktheories.generators.Generate.pick;
import static org.quicktheories.generators.Generate.range;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.precinct.testing.AnyData;
import io.precinct.testing.AnyText;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.assertj.core.api.ThrowingConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quicktheories.core.Gen;

/** What Jackson's parser reads is read as the same values of the same types, and what that one refuses is refused. */
class JsonReaderTest {
    private static final int DEEPEST = 256;

    private static final JsonFactory JACKSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxNumberLength(JsonReader.LONGEST_NUMBER)
                    .build())
            .build();

    private static final List<String> DOCUMENTS = List.of(
            "{}",
            "[]",
            "[[]]",
            "[{}]",
            "\"\"",
            "0",
            "1",
            "-1",
            "-0",
            "00",
            "01",
            "-",
            "1.",
            ".5",
            "1.5",
            "-1.5",
            "1e3",
            "1E-3",
            "1e",
            "1e400",
            "0.0",
            "0e9",
            "-0.0",
            "0.1",
            "0.30000000000000004",
            "1.00",
            "100.0",
            "123456789012.5",
            "12345678901234.5",
            "123456789012345.5",
            "0.00000000000001",
            "9007199254740993",
            "2147483647",
            "2147483648",
            "-2147483648",
            "-2147483649",
            "999999999999999999",
            "9999999999999999999",
            "-9223372036854775808",
            "1e-500",
            "1.7976931348623157e308",
            "4.9e-324",
            "true",
            "false",
            "null",
            "tru",
            "nulll",
            "True",
            "",
            " ",
            "\t{ \"a\" : 1 ,\r\n\"b\":[ 1 , 2 ] } ",
            "{\"a\":1,\"a\":2}",
            "{\"a\":1,}",
            "[1,]",
            "[,1]",
            "{\"a\"}",
            "{\"a\":}",
            "{a:1}",
            "{'a':1}",
            "[1 2]",
            "[1}",
            "{\"a\":1]",
            "{\"a\":1",
            "[1",
            "\"a",
            "\"\\",
            "\"\\u12",
            "\"\\u00e9\\n\\\"\\\\\\/\\b\\f\\r\\t\"",
            "\"\\x\"",
            "\"\\u00zz\"",
            "\"\\uD83D\\uDE00\"",
            "\"\\uD83D\"",
            "\"ä€\uD83D\uDE00 and plain\"",
            "\"replacement \uFFFD\"",
            "\"line\nbreak\"",
            "\"nul \u0000\"",
            "{} {}",
            "1 1",
            "{}x",
            "/* no */ {}",
            "NaN",
            "Infinity",
            "[1,2,3] ",
            "\uFEFF{}",
            "{\"ä\":1,\"\":2,\"a\\u0062\":3,\"ab\":4}",
            "[{\"a\":1,\"b\":2},{\"a\":3,\"b\":4},{\"b\":5,\"a\":6},{\"a\":7},{\"a\":8,\"b\":9,\"c\":10},{\"a\":1,\"b\":2}]",
            "[{\"a\":1},{\"a\":2},{\"a\" : 3},{ \"a\":4},{\"a\":5,\"a\":6}]",
            "[{\"a\":1,\"b\":2},{\"a\":1,\"b\":}]",
            "[{\"a\":1},{\"a\":[{\"a\":1},{\"a\":2}]},{\"a\":{}},{}]");

    @Test
    void everyDocumentIsReadAsAnotherParserReadsIt() throws Exception {
        for (String document : DOCUMENTS) {
            agree(document.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void bytesThatAreNoUtf8AreRefused() throws Exception {
        for (String encoding : List.of("UTF-16LE", "UTF-16BE", "UTF-32BE", "ISO-8859-1")) {
            agree("{\"name\":\"grün\",\"n\":[1,2]}".getBytes(Charset.forName(encoding)));
        }
        // Jackson takes the second, half a surrogate pair, for a character.
        for (String bytes : List.of("22C08022", "22EDA08022", "22E422")) {
            assertThat(ours(HexFormat.of().parseHex(bytes))).isEqualTo("refused");
        }
    }

    @Test
    void nestingIsBounded() throws Exception {
        for (int depth : new int[] {10, DEEPEST, DEEPEST + 1, 100_000}) {
            agree(("[".repeat(depth) + "]".repeat(depth)).getBytes(StandardCharsets.UTF_8));
            agree("{\"a\":".repeat(depth).getBytes(StandardCharsets.UTF_8));
        }
        assertThatThrownBy(() -> Json.read("[".repeat(100_000)))
                .isInstanceOf(MalformedJson.class)
                .hasMessage("line 1, column 1001: nested deeper than 1000 levels");
        assertThat(Json.read("[".repeat(1000) + "]".repeat(1000))).isInstanceOf(List.class);
    }

    @Test
    void rowsAreReadAlikeHoweverManyThereAre() throws Exception {
        var rows = new StringBuilder("[");
        for (int i = 0; i < 200; i++) {
            rows.append(i == 0 ? "" : ",")
                    .append(String.format(
                            Locale.ROOT,
                            "{\"n\":%d,\"name\":\"ä%d\",\"price\":%d.%02d,\"note\":%s}",
                            i,
                            i,
                            i,
                            i % 100,
                            i % 50 == 49 ? "{\"x\":[1,{}]}" : "null"));
        }
        byte[] document = rows.append(']').toString().getBytes(StandardCharsets.UTF_8);
        agree(document);
        assertThat(Json.compactBytes(Json.read(document))).isEqualTo(Json.compactBytes(jackson(document)));
    }

    @Test
    void rowsThatDifferAreReadAlikeWhereverTheyDiffer() throws Exception {
        for (String second : List.of(
                "{}",
                "{\"a\":1}",
                "{\"a\":1,\"b\":[{}]}",
                "{\"a\":1,\"b\":2,\"c\":3,\"d\":4}",
                "{\"b\":1,\"a\":2,\"c\":3}",
                "{\"a\":1,\"b\":2,\"x\":3}",
                "{\"a\":1,\"b\":2,\"a\":3}",
                "{\"a\":1,\"b\":2,}",
                "{\"a\":1,}",
                "{,}",
                "{\"a\":1 \"b\":2}")) {
            agree(("[{\"a\":0,\"b\":[{\"c\":1}],\"c\":null}," + second + ",{\"a\":7,\"b\":8,\"c\":9}," + second + "]")
                    .getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Reading an object again from its beginning where it differs would double the work at each level. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void rowsThatDifferAtEveryLevelAreReadOnce() throws Exception {
        int levels = 100;
        agree(("[{\"a\":0},{\"a\":".repeat(levels) + "1" + ",\"b\":0}]".repeat(levels))
                .getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void documentsWithAnAccidentAreJudgedAlike() throws Exception {
        var random = new Random(3);
        byte[] signs = "{}[],:\"\\0123456789.eE+-truefalsn \n\u00e4\uFFFD\u0001u".getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 40_000; i++) {
            byte[] document = DOCUMENTS.get(random.nextInt(DOCUMENTS.size())).getBytes(StandardCharsets.UTF_8);
            for (int n = random.nextInt(3); n >= 0 && document.length > 0; n--) {
                document[random.nextInt(document.length)] = signs[random.nextInt(signs.length)];
            }
            agree(document);
        }
    }

    @Test
    void whatWasWrittenReadsBackEqual() {
        ThrowingConsumer<Object> readsBack = data -> {
            Object frozen = Data.freeze(data);

            assertThat(Data.equal(Json.read(Json.compactBytes(frozen)), frozen)).isTrue();
            assertThat(Data.equal(Json.read(Json.compact(frozen)), frozen)).isTrue();
        };
        qt().forAll(AnyData.data(AnyText.wellFormed(255))).checkAssert(readsBack);
    }

    @Test
    void numbersKeepTheirExactValue() throws Exception {
        assertThat(Json.read("123456789012345678901234567890"))
                .isEqualTo(new BigInteger("123456789012345678901234567890"));
        assertThat(Json.read("0.1000000000000000000001")).isEqualTo(new BigDecimal("0.1000000000000000000001"));
        assertThat(Json.read("5e-324")).isEqualTo(Double.MIN_VALUE);
        assertThat(Json.read("5.1e-324")).isEqualTo(new BigDecimal("5.1e-324"));
        assertThat(Json.read("1.0E22")).isEqualTo(1e22);
        assertThat(Json.read("-0")).isEqualTo(0);
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
        assertThatThrownBy(() -> Json.read(text))
                .isInstanceOf(MalformedJson.class)
                .hasMessageMatching("line [0-9]+, column [0-9]+: expected [^\u0000]+, got [^\u0000]+");
    }

    @Test
    void theSameMemberTwiceIsRefusedForTwoReadersCouldTakeDifferentOnes() {
        assertThatThrownBy(() -> Json.read("{\"ä\":1,\n \"b\":2, \"\\u00e4\":3}"))
                .isInstanceOf(MalformedJson.class)
                .hasMessage("line 2, column 9: expected each member once, got \"ä\" twice");
    }

    @Test
    void halfASurrogatePairIsNoText() {
        assertThatThrownBy(() -> Json.read("[\"a\ud800b\"]"))
                .isInstanceOf(MalformedJson.class)
                .hasMessageStartingWith("line 1, column 4: ");
        for (String half : List.of(
                "\\ud800", "\\udc00", "\\ud800x", "\\ud800\\n", "\\ud800\\u0041", "\\ud800\\ud800", "\\udc00\\ud800")) {
            assertThatThrownBy(() -> Json.read("{\"a\":1,\n \"é\":\"b" + half + "\"}"))
                    .as(half)
                    .isInstanceOf(MalformedJson.class)
                    .hasMessage("line 2, column 8: half a surrogate pair is no character");
            assertThatThrownBy(() -> Json.read("{\"" + half + "\":1}")).isInstanceOf(MalformedJson.class);
        }
        assertThatThrownBy(() -> Json.read("\"\\ud800\\")).isInstanceOf(MalformedJson.class);
    }

    @Test
    void aWholeSurrogatePairIsOneCharacterHoweverItIsWritten() throws Exception {
        assertThat(Json.read("\"a\\ud83d\\uDE00b\""))
                .isEqualTo("a\ud83d\ude00b")
                .isEqualTo(Json.read("\"a\ud83d\ude00b\""));
    }

    @Test
    void numbersWithoutEndAreRefused() {
        assertThatThrownBy(() -> Json.read("1".repeat(100_000))).isInstanceOf(MalformedJson.class);
        assertThatThrownBy(() -> Json.read("1e99999999999")).isInstanceOf(MalformedJson.class);
        assertThatThrownBy(() -> Json.read("1e-99999999999")).isInstanceOf(MalformedJson.class);
    }

    @Test
    void bytesOfAnyKindAreReadOrRefusedAndNothingElse() {
        Gen<Byte> several = bytes(Byte.MIN_VALUE, Byte.MAX_VALUE, (byte) 0)
                .mix(
                        pick("{}[]\",:\\ \n-+.019eutrfalsn"
                                .chars()
                                .mapToObj(c -> (byte) c)
                                .toList()),
                        70);
        qt().forAll(byteArrays(range(0, 30).mix(range(0, 255), 10), several)).checkAssert(JsonReaderTest::ours);
    }

    private static void agree(byte[] document) {
        String text = new String(document, 0, Math.min(80, document.length), StandardCharsets.UTF_8);
        assertThat(ours(document)).as(text).isEqualTo(theirs(document));
    }

    private static String ours(byte[] document) {
        try {
            return typed(Json.read(document, DEEPEST));
        } catch (MalformedJson e) {
            assertThat(e.line()).isPositive();
            assertThat(e.column()).isPositive();
            assertThat(e).hasMessageStartingWith("line " + e.line() + ", column " + e.column() + ": ");
            return "refused";
        }
    }

    /** But for half a surrogate pair, which Jackson takes for a character. */
    private static String theirs(byte[] document) {
        try {
            String read = typed(jackson(document));
            return JsonText.halfPair(read) < 0 ? read : "refused";
        } catch (IOException e) {
            return "refused";
        }
    }

    private static @Nullable Object jackson(byte[] document) throws IOException {
        for (int i = 0; i < Math.min(4, document.length); i++) {
            if (document[i] == 0 || document[i] == (byte) 0xFE || document[i] == (byte) 0xFF) {
                throw new IOException("Jackson would read UTF-16 and UTF-32");
            }
        }
        try (JsonParser parser = JACKSON.createParser(document)) {
            Object value = value(parser, parser.nextToken());
            if (parser.nextToken() != null) {
                throw new IOException("two documents");
            }
            return value;
        }
    }

    private static @Nullable Object value(JsonParser parser, @Nullable JsonToken token) throws IOException {
        switch (token) {
            case START_OBJECT -> {
                MapBuilder map = Data.mapBuilder();
                for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                    map.put(name, value(parser, parser.nextToken()));
                }
                return map.build();
            }
            case START_ARRAY -> {
                ListBuilder list = Data.listBuilder();
                for (JsonToken next = parser.nextToken(); next != JsonToken.END_ARRAY; next = parser.nextToken()) {
                    list.add(value(parser, next));
                }
                return list.build();
            }
            case VALUE_STRING -> {
                return parser.getText();
            }
            case VALUE_NUMBER_INT -> {
                return parser.getNumberValue();
            }
            case VALUE_NUMBER_FLOAT -> {
                return number(parser.getText());
            }
            case VALUE_TRUE, VALUE_FALSE -> {
                return token == JsonToken.VALUE_TRUE;
            }
            case VALUE_NULL -> {
                return null;
            }
            case null, default -> throw new IOException("unexpected " + token);
        }
    }

    private static Number number(String text) throws IOException {
        double nearest = Double.parseDouble(text);
        if (!Double.isFinite(nearest)) {
            throw new IOException("too large");
        }
        try {
            BigDecimal exact = new BigDecimal(text);
            boolean same = new BigDecimal(Double.toString(nearest)).compareTo(exact) == 0
                    || nearest == Double.MIN_VALUE && exact.compareTo(new BigDecimal("5e-324")) == 0;
            if (!same && Math.abs(exact.scale()) > JsonReader.LONGEST_NUMBER) {
                throw new IOException("too long an exponent");
            }
            return same ? (Number) nearest : exact;
        } catch (NumberFormatException e) {
            throw new IOException("too long an exponent", e);
        }
    }

    /** The value with the types of its numbers, which a mere comparison would not see. */
    private static String typed(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case Map<?, ?> map -> {
                var members = new ArrayList<String>();
                map.forEach((name, member) -> members.add(Json.compact(name) + "=" + typed(member)));
                yield members.toString();
            }
            case List<?> list ->
                "List" + list.stream().map(JsonReaderTest::typed).toList();
            default -> value.getClass().getSimpleName() + " " + value;
        };
    }
}
