package io.precinct.api.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The digest of what was printed is made of the printed text, and is the digest of its canonical text all the same. */
class ReorderingTest {
    private static final String LONG = "a text long enough for the whole to be kept when it is printed, ".repeat(10);

    @Test
    void theDigestOfAPrintedMapIsThatOfItsCanonicalText() {
        var random = new Random(12);
        for (int i = 0; i < 2_000; i++) {
            Map<String, @Nullable Object> map = Data.mapBuilder()
                    .put("z", LONG)
                    .putAll(Data.freezeMap(map(random, 4)))
                    .put("a", value(random, 4))
                    .build();
            byte[] expected = Json.digest(map);
            assertThat(expected).isEqualTo(sha256(Json.canonical(map)));
            byte[] printed = Json.compactBytes(map);
            assertThat(Json.digest(map)).as(Json.compact(map)).isEqualTo(expected);
            assertThat(Json.compactBytes(map))
                    .as("the printed text is left as it is")
                    .isEqualTo(printed);
        }
    }

    @Test
    void aPartOfWhatWasPrintedIsDigestedOutOfItsText() {
        var random = new Random(13);
        for (int i = 0; i < 500; i++) {
            Map<String, @Nullable Object> part = Data.freezeMap(map(random, 3));
            Map<String, @Nullable Object> whole = Data.map("z", LONG, "part", part, "b", map(random, 2));
            Map<String, @Nullable Object> around = Data.map("y", 1, "part", part, "c", true);
            Json.compactBytes(whole);
            try (var digests = new Json.Digests()) {
                digests.of(whole);
                assertThat(digests.of(part)).isEqualTo(sha256(Json.canonical(part)));
                assertThat(digests.of(around)).isEqualTo(sha256(Json.canonical(around)));
            }
        }
    }

    @Test
    void membersAreLeftOutOfADigestWhetherTheMapWasPrintedOrNot() {
        Map<String, @Nullable Object> map = Data.map("z", LONG, "left", Data.map("x", 1), "a", List.of(1, 2));
        byte[] expected = Json.digest(Data.map("z", LONG, "a", List.of(1, 2)));
        assertThat(new Json.Digests().without(map, "left"::equals)).isEqualTo(expected);
        Json.compactBytes(map);
        assertThat(new Json.Digests().without(map, "left"::equals)).isEqualTo(expected);
        Json.compactBytes(map);
        assertThat(new Json.Digests().without(map, _ -> true)).isEqualTo(Json.digest(Map.of()));
    }

    @Test
    void whatHasNoCanonicalFormHasNoneAfterItWasPrinted() {
        for (Object bad : List.of(1L << 53, "half a pair \uD800", new BigDecimal("0.1000000000000000000001"))) {
            Map<String, @Nullable Object> map = Data.map("z", LONG, "bad", Data.list(bad));
            Json.compactBytes(map);
            assertThatThrownBy(() -> Json.digest(map)).as("%s", bad).isInstanceOf(Json.NotCanonical.class);
        }
        Map<String, @Nullable Object> badName = Data.map("z", LONG, "in", Data.map("b\uDC00", 1, "a", 2));
        Json.compactBytes(badName);
        assertThatThrownBy(() -> Json.digest(badName)).isInstanceOf(Json.NotCanonical.class);
    }

    @Test
    void rowsOfSharedKeysChangePlacesToo() {
        Keys keys = Keys.of("n", "name", "price", "note");
        var rows = new ArrayList<@Nullable Object>();
        for (int i = 0; i < 100; i++) {
            rows.add(keys.map(i, "number " + i, i + i % 100 / 100.0, i % 3 == 0 ? null : Data.map("y", i, "x", "\"")));
        }
        Map<String, @Nullable Object> map = Data.map("rows", rows, "a", 1);
        byte[] expected = Json.digest(map);
        Json.compactBytes(map);
        assertThat(Json.digest(map)).isEqualTo(expected).isEqualTo(sha256(Json.canonical(map)));
    }

    @Test
    void fractionsArePrintedAsEcmaScriptDoes() {
        var random = new Random(14);
        for (int i = 0; i < 200_000; i++) {
            double value = switch (i % 4) {
                case 0 -> random.nextInt(100_000_000) / 1000.0;
                case 1 -> -random.nextInt(1_000_000) / 100.0;
                case 2 -> random.nextDouble() * Math.pow(10, random.nextInt(12) - 4);
                default -> Math.nextUp(random.nextInt(10_000) / 1000.0);
            };
            assertThat(Json.compact(value)).isEqualTo(EcmaNumber.text(value));
        }
        assertThat(Json.compact(0.001)).isEqualTo("0.001");
        assertThat(Json.compact(-0.5)).isEqualTo("-0.5");
        assertThat(Json.compact(-0.0)).isEqualTo("0");
        assertThat(Json.compact(9999999.999)).isEqualTo("9999999.999");
    }

    @Test
    void wholeNumbersArePrintedWhole() {
        for (long value : new long[] {0, -1, 9, 10, 99, 100, Integer.MAX_VALUE, Integer.MIN_VALUE, 4_294_967_296L}) {
            assertThat(Json.compact(value)).isEqualTo(Long.toString(value));
        }
        for (int shift = 0; shift < 64; shift++) {
            for (long value : new long[] {1L << shift, (1L << shift) - 1, -(1L << shift)}) {
                assertThat(Json.compact(value)).isEqualTo(Long.toString(value));
            }
        }
    }

    private static Map<String, @Nullable Object> map(Random random, int depth) {
        var map = new LinkedHashMap<String, @Nullable Object>();
        int size = random.nextInt(20) == 0 ? 40 : random.nextInt(6);
        for (int i = 0; i < size; i++) {
            map.put(text(random), value(random, depth - 1));
        }
        return map;
    }

    private static @Nullable Object value(Random random, int depth) {
        return switch (random.nextInt(depth > 0 ? 10 : 7)) {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2 -> random.nextInt();
            case 3 -> random.nextLong() >> 11;
            case 4 -> random.nextInt(1_000_000) / 100.0;
            case 5 -> random.nextInt(8) == 0 ? new BigDecimal("12.50") : (Object) random.nextDouble();
            case 6 -> text(random);
            case 7 -> List.of();
            case 8 -> {
                var list = new ArrayList<@Nullable Object>();
                for (int i = random.nextInt(5); i > 0; i--) {
                    list.add(value(random, depth - 1));
                }
                yield list;
            }
            default -> map(random, depth);
        };
    }

    private static String text(Random random) {
        String letters = "abcdefgh\"\\\n\u0001?äß€\uD83D\uDE00\uFFFD\uE000{}[],:";
        var text = new StringBuilder();
        for (int i = random.nextInt(14); i > 0; i--) {
            int at = random.nextInt(letters.length());
            if (!Character.isSurrogate(letters.charAt(at))) {
                text.append(letters.charAt(at));
            } else {
                text.append("\uD83D\uDE00");
            }
        }
        return text.toString();
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return java.security.MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
