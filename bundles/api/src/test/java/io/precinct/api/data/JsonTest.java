package io.precinct.api.data;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.Generate.pick;
import static org.quicktheories.generators.Generate.range;
import static org.quicktheories.generators.SourceDSL.lists;
import static org.quicktheories.generators.SourceDSL.maps;
import static org.quicktheories.generators.SourceDSL.strings;

import io.precinct.testing.AnyText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quicktheories.core.Gen;

class JsonTest {
    /** RFC 8785 §3.2.3. */
    @Test
    void membersAreSortedByUtf16CodeUnits() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("\u20ac", "Euro Sign");
        map.put("\r", "Carriage Return");
        map.put("\ufb33", "Hebrew Letter Dalet With Dagesh");
        map.put("1", "One");
        map.put("\ud83d\ude00", "Emoji: Grinning Face");
        map.put("\u0080", "Control");
        map.put("\u00f6", "Latin Small Letter O With Diaeresis");

        assertThat(canonical(map))
                .isEqualTo("{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u0080\":\"Control\","
                        + "\"\u00f6\":\"Latin Small Letter O With Diaeresis\",\"\u20ac\":\"Euro Sign\","
                        + "\"\ud83d\ude00\":\"Emoji: Grinning Face\",\"\ufb33\":\"Hebrew Letter Dalet With Dagesh\"}");
    }

    /** RFC 8785 §3.2.2. */
    @Test
    void theExampleOfTheStandardComesOutAsItPrintsIt() {
        Map<String, Object> map = Data.map(
                "numbers",
                Data.list(Double.valueOf("333333333.33333329"), 1E30, 4.50, 2e-3, 0.000000000000000000000000001),
                "string",
                "\u20ac$\017\nA'B\"\\\\\"/",
                "literals",
                Data.list(null, true, false));

        assertThat(canonical(map))
                .isEqualTo("{\"literals\":[null,true,false],"
                        + "\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],"
                        + "\"string\":\"\u20ac$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}");
    }

    /** Long texts are written in runs, short ones by the character. */
    @Test
    void aTextComesOutAsItsCharactersDoHoweverLongItIs() {
        var random = new Random(8259);
        String[] pieces = {
            "plain text ", "?", "\"", "\\", "\n", "\t", "\u0001", "\u007f", "\u00e9", "\u20ac", "\ud83d\ude00", "\ud83d"
        };
        for (int round = 0; round < 20_000; round++) {
            var characters = new ArrayList<String>();
            int known = round % 2 == 0 ? pieces.length : pieces.length - 1 - random.nextInt(4);
            for (int count = random.nextInt(60); count > 0; count--) {
                pieces[random.nextInt(known)]
                        .codePoints()
                        .mapToObj(Character::toString)
                        .forEach(characters::add);
            }
            // Where half a pair stands before the other half, they are one character.
            String text = String.join("", characters);
            List<String> apart = text.codePoints().mapToObj(Character::toString).toList();

            assertThat(Json.compact(text)).isEqualTo(quoted(apart, each -> Json.compact(each)));
            if (wellFormed(text)) {
                assertThat(canonical(text)).isEqualTo(Json.compact(text));
            } else {
                assertThatThrownBy(() -> Json.canonical(text)).isInstanceOf(Json.NotCanonical.class);
            }
        }
    }

    private static String quoted(List<String> characters, UnaryOperator<String> json) {
        return characters.stream()
                .map(json)
                .map(each -> each.substring(1, each.length() - 1))
                .collect(Collectors.joining("", "\"", "\""));
    }

    private static Gen<Integer> integers() {
        return range(Integer.MIN_VALUE, Integer.MAX_VALUE)
                .mix(pick(List.of(0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE)), 10);
    }

    @Test
    void theOrderInWhichMembersWerePutDoesNotMatter() {
        Gen<Map<String, Integer>> maps =
                maps().of(AnyText.wellFormed(255), integers()).ofSizeBetween(0, 40);
        qt().forAll(maps).checkAssert(map -> {
            Map<String, Object> backwards = new LinkedHashMap<>();
            List<String> keys = new ArrayList<>(map.keySet()).reversed();
            keys.forEach(key -> backwards.put(key, map.get(key)));

            assertThat(Json.canonical(backwards)).isEqualTo(Json.canonical(map));
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 23, 24, 25, 26, 500})
    void membersAreSortedHoweverManyThereAre(int count) {
        Map<String, Object> map = new HashMap<>();
        for (int i = 0; i < count; i++) {
            map.put("k" + (i * 7919) % 1000, i);
        }
        List<String> keys = map.keySet().stream().sorted().toList();

        String text = canonical(map);

        assertThat(keys).isSortedAccordingTo((a, b) -> text.indexOf('"' + a + '"') - text.indexOf('"' + b + '"'));
    }

    /** Strings short and long, plain and not, against a writer that does nothing cleverly. */
    @Test
    void stringsAreWrittenAsAPlainWriterWouldWriteThem() {
        Gen<String> texts = AnyText.upTo(255).mix(AnyText.wellFormed(255), 70);
        qt().withExamples(3000)
                .forAll(texts, lists().of(texts).ofSizeBetween(0, 3))
                .checkAssert((text, more) -> {
                    String all = text + "abcdefghijklmnopqrstuvwxyz?" + String.join("\"", more);

                    for (String each : List.of(text, all, all.substring(0, Math.min(30, all.length())))) {
                        if (wellFormed(each)) {
                            assertThat(canonical(each)).isEqualTo(plainlyWritten(each));
                        }
                    }
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "short \ud800",
                "\udc00 alone",
                "long enough to be copied at once, with half a pair at the end \ud83d",
                "long enough to be copied at once, with ? and \ud83d in the middle of it all"
            })
    void halfASurrogatePairHasNoCanonicalForm(String text) {
        assertThatThrownBy(() -> Json.canonical(text)).isInstanceOf(Json.NotCanonical.class);
        assertThatThrownBy(() -> Json.canonical(Map.of(text, 1))).isInstanceOf(Json.NotCanonical.class);
        assertThat(Json.compact(text)).contains("\ufffd");
    }

    @Test
    void questionMarksAreOrdinaryCharacters() {
        String text = "what stands for a character that has no encoding? a question mark";

        assertThat(canonical(text)).isEqualTo('"' + text + '"');
    }

    @Test
    void integersAreExactOrRefused() {
        assertThat(canonical((1L << 53) - 1)).isEqualTo("9007199254740991");
        assertThat(canonical(-(1L << 53) + 1)).isEqualTo("-9007199254740991");
        assertThat(canonical(new BigInteger("9007199254740991"))).isEqualTo("9007199254740991");
        for (Object beyond : List.of(
                1L << 53,
                -(1L << 53),
                Long.MAX_VALUE,
                Long.MIN_VALUE,
                BigInteger.TWO.pow(53),
                BigInteger.TEN.pow(400),
                new BigDecimal("9007199254740993"),
                new BigDecimal("0.1000000000000000000001"))) {
            assertThatThrownBy(() -> Json.canonical(Data.map("n", beyond))).isInstanceOf(Json.NotCanonical.class);
        }
    }

    @Test
    void equalNumbersHaveOneCanonicalForm() {
        assertThat(canonical(Data.list(1, 1L, 1.0, 1.0f, new BigDecimal("1.00"), BigInteger.ONE)))
                .isEqualTo("[1,1,1,1,1,1]");
        assertThat(canonical(Data.list(-0.0, 0.1, new BigDecimal("0.10"), 0.1f)))
                .isEqualTo("[0,0.1,0.1,0.1]");
    }

    @Test
    void compactKeepsTheOrderAndIntegersOfAnySize() {
        assertThat(Json.compact(Data.map("b", 1, "a", BigInteger.TWO.pow(70))))
                .isEqualTo("{\"b\":1,\"a\":1180591620717411303424}");
    }

    @Test
    void theDigestIsThatOfTheCanonicalBytes() throws Exception {
        Map<String, Object> map = Data.map("b", List.of(1, 2), "a", "\u00e9");

        assertThat(Json.digest(map))
                .isEqualTo(
                        MessageDigest.getInstance("SHA-256").digest("{\"a\":\"\u00e9\",\"b\":[1,2]}".getBytes(UTF_8)));
    }

    private static String canonical(Object value) {
        return new String(Json.canonical(value), UTF_8);
    }

    private static boolean wellFormed(String text) {
        return text.codePoints().noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }

    private static String plainlyWritten(String text) {
        var json = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> json.append("\\\"");
                case '\\' -> json.append("\\\\");
                case '\b' -> json.append("\\b");
                case '\t' -> json.append("\\t");
                case '\n' -> json.append("\\n");
                case '\f' -> json.append("\\f");
                case '\r' -> json.append("\\r");
                default -> json.append(c < 0x20 ? String.format("\\u%04x", (int) c) : String.valueOf(c));
            }
        }
        return json.append('"').toString();
    }

    @Test
    void aDigestDoesNotDependOnWhatWasDigestedBefore() {
        Gen<String> letters = strings().betweenCodePoints('A', 'z').ofLengthBetween(0, 30);
        Gen<Map<String, Integer>> parts = maps().of(letters, integers()).ofSizeBetween(0, 30);
        qt().withExamples(200)
                .forAll(parts, lists().of(letters).ofSizeBetween(0, 30))
                .checkAssert((part, other) -> {
                    Map<String, Object> inner = Data.map("part", part, "text", "x".repeat(part.size() * 300));
                    Map<String, Object> outer = Data.map("z", inner, "other", other, "a", List.of(inner));
                    var digests = new Json.Digests();

                    assertThat(digests.of(inner)).isEqualTo(Json.digest(inner));
                    assertThat(digests.of(outer)).isEqualTo(Json.digest(outer));
                    assertThat(digests.of(inner)).isEqualTo(Json.digest(inner));
                });
    }

    @Test
    void whatIsRememberedIsTheSameAndWrittenOnce() {
        Map<String, Object> map = Data.remembered(Data.map("b", "x".repeat(100), "a", Data.list(1, 2)));
        Map<String, Object> plain = Data.map("b", "x".repeat(100), "a", Data.list(1, 2));

        for (int i = 0; i < 3; i++) {
            byte[] json = Json.compactBytes(map);
            byte[] digest = Json.digest(map);
            assertThat(json).isEqualTo(Json.compactBytes(plain)).isSameAs(Json.compactBytes(map));
            assertThat(digest).isEqualTo(Json.digest(plain));
            digest[0]++;
        }
        assertThat(Json.digest(Data.map("in", map))).isEqualTo(Json.digest(Data.map("in", plain)));
    }

    @Test
    void theTextOfFrozenDataIsKnownByItsArray() {
        Map<String, Object> remembered = Data.remembered(Data.map("text", "x".repeat(1000)));
        Map<String, Object> large = Data.map("text", "x".repeat(1000));
        for (Map<String, Object> map : List.of(remembered, large)) {
            byte[] text = Json.compactBytes(map);
            assertThat(Json.isCompact(text, map)).isTrue();
            assertThat(Json.isCompact(text.clone(), map)).isFalse();
            assertThat(Json.isCompact(text, new HashMap<>(map))).isFalse();
            Json.digest(map);
            assertThat(Json.isCompact(text, map)).isEqualTo(map == remembered);
        }
        assertThat(Json.isCompact(new byte[0], Data.map())).isFalse();
    }

    @Test
    void afterAValueWithoutCanonicalFormTheNextIsDigestedAsEver() {
        var digests = new Json.Digests();
        Map<String, Object> good = Data.map("a", 1);

        assertThatThrownBy(() -> digests.of(Data.map("a", "x", "b", Long.MAX_VALUE)))
                .isInstanceOf(Json.NotCanonical.class);
        assertThat(digests.of(good)).isEqualTo(Json.digest(good));
    }
}
