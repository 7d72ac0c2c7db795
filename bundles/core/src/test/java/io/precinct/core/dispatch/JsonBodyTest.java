package io.precinct.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.data.Json;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is read quickly is what the parser that knows all of JSON reads, and what that one refuses is refused. */
class JsonBodyTest {
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
    void everyDocumentIsReadAsTheOtherParserReadsIt() throws Exception {
        for (String document : DOCUMENTS) {
            agree(document.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void bytesThatAreNoUtf8AreJudgedByTheOtherParser() throws Exception {
        for (String encoding : List.of("UTF-16LE", "UTF-16BE", "UTF-32BE", "ISO-8859-1")) {
            agree("{\"name\":\"grün\",\"n\":[1,2]}".getBytes(Charset.forName(encoding)));
        }
        agree(new byte[] {'"', (byte) 0xC0, (byte) 0x80, '"'});
        agree(new byte[] {'"', (byte) 0xED, (byte) 0xA0, (byte) 0x80, '"'});
        agree(new byte[] {'"', (byte) 0xE4, '"'});
    }

    @Test
    void nestingIsBounded() throws Exception {
        for (int depth : new int[] {10, JsonBody.DEEPEST, JsonBody.DEEPEST + 1, 100_000}) {
            agree(("[".repeat(depth) + "]".repeat(depth)).getBytes(StandardCharsets.UTF_8));
            agree("{\"a\":".repeat(depth).getBytes(StandardCharsets.UTF_8));
        }
        assertThatThrownBy(() -> JsonBody.read("[".repeat(100_000).getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(JsonBody.Malformed.class);
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
        assertThat(Json.compactBytes(JsonBody.read(document))).isEqualTo(Json.compactBytes(JsonBody.parse(document)));
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

    private static void agree(byte[] document) {
        String text = new String(document, 0, Math.min(80, document.length), StandardCharsets.UTF_8);
        assertThat(outcome(document, true)).as(text).isEqualTo(outcome(document, false));
    }

    private static String outcome(byte[] document, boolean quick) {
        try {
            return typed(quick ? JsonBody.read(document) : JsonBody.parse(document));
        } catch (JsonBody.Malformed e) {
            return "refused at " + e.line() + ":" + e.column() + ": " + e.getMessage();
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
            case List<?> list -> "List" + list.stream().map(JsonBodyTest::typed).toList();
            default -> value.getClass().getSimpleName() + " " + value;
        };
    }
}
