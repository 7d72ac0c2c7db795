package io.precinct.shapes;

import static io.precinct.api.data.Data.list;
import static io.precinct.api.data.Data.map;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.boundary.Body;
import io.precinct.api.data.Data;
import io.precinct.api.shape.Matcher;
import io.precinct.api.shape.Shape;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FailureTextTest {
    private static List<String> texts(Shape shape, @Nullable Object actual) {
        return CompiledShape.of(shape).failures(actual).stream()
                .map(Failure::text)
                .toList();
    }

    @Test
    void failuresComeInTheOrderOfTheShapeAndNotOfTheData() {
        Shape shape = Shape.fields("z", 1, "a", map("y", 1, "b", 1), "m", true);

        assertThat(texts(shape, map("a", map("b", 2, "y", 2), "z", 2)))
                .containsExactly(
                        "z: expected 1, got 2",
                        "a.y: expected 1, got 2",
                        "a.b: expected 1, got 2",
                        "m: expected true, got missing");
    }

    @Test
    void whatIsNotResolvedNamesItsPlaceAndWhatStandsThere() {
        Failure failure = Failure.unresolved(List.of("items", 2, "a b"), map("gte", "!Task t"), "there is no case t");

        assertThat(failure.text())
                .isEqualTo("items[2][\"a b\"]: expected {\"gte\":\"!Task t\"}, got not resolved: there is no case t");
        assertThat(failure.within("items")).isTrue();
        assertThat(failure.within("items[2]")).isTrue();
        assertThat(failure.within("item")).isFalse();
        assertThat(Failure.of("items.a", 1, 2).within("items")).isTrue();
    }

    @Test
    void ofManyElementsThatFailTheFirstAreShownAndTheOthersCounted() {
        assertThat(texts(Shape.fields("f", map("every", map("lte", 4))), map("f", Collections.nCopies(20_000, 5))))
                .hasSize(11)
                .startsWith("f[0]: expected {\"lte\":4}, got 5")
                .endsWith("f: expected {\"every\":{\"lte\":4}}, got 19990 further elements that do not match");
    }

    @Test
    void bothSidesEndInAnEllipsisWhenTheyAreLongerThanTwoHundredCharacters() {
        Failure failure = CompiledShape.of(Shape.fields("f", "e".repeat(500)))
                .failures(map("f", "g".repeat(1 << 20)))
                .getFirst();

        assertThat(failure.expected()).isEqualTo("\"" + "e".repeat(198) + "…").hasSize(200);
        assertThat(failure.got()).isEqualTo("\"" + "g".repeat(198) + "…").hasSize(200);
    }

    @Test
    void aSideOfExactlyTwoHundredCharactersIsNotCut() {
        assertThat(Failure.of("f", 1, "x".repeat(198)).got()).isEqualTo("\"" + "x".repeat(198) + "\"");
        assertThat(Failure.of("f", 1, "x".repeat(199)).got()).isEqualTo("\"" + "x".repeat(198) + "…");
    }

    @Test
    void aCutNeverLeavesHalfACharacterBehind() {
        String got = Failure.of("f", 1, "x" + "\uD83D\uDE00".repeat(200)).got();

        assertThat(got).hasSizeLessThanOrEqualTo(200).endsWith("\uD83D\uDE00…");
        assertThat(Failure.of("f", 1, "\uD83D\uDE00".repeat(200)).got()).endsWith("\uD83D\uDE00…");
    }

    @Test
    void wideDataIsCutWithoutBeingVisited() {
        var counted = new java.util.AbstractList<Object>() {
            private int visited;

            @Override
            public Object get(int index) {
                visited++;
                return 1;
            }

            @Override
            public int size() {
                return Integer.MAX_VALUE;
            }
        };

        assertThat(Failure.of("f", 1, counted).got()).startsWith("[1,1,").hasSize(200);
        assertThat(counted.visited).isLessThan(200);
    }

    @Test
    void hugeNumbersAreToldByTheirSize() {
        assertThat(Failure.of("f", 1, BigInteger.ONE.shiftLeft(10_000_000)).got())
                .contains("10000001 bits");
        assertThat(Failure.of("f", 1, new BigDecimal("1E+1000000000")).got()).isEqualTo("1E+1000000000");
    }

    @Test
    void keysThatWouldNotReadWellInAPathStandInBrackets() {
        Shape shape = Shape.fields("a.b", 1, "", 1, "x y", 1, "c[0]", 1, "x-y_z", 1, "naïve", 1, "k", map("a\nb", 1));

        assertThat(CompiledShape.of(shape).failures(map("k", map())))
                .extracting(Failure::path)
                .containsExactly("[\"a.b\"]", "[\"\"]", "[\"x y\"]", "[\"c[0]\"]", "x-y_z", "naïve", "k[\"a\\nb\"]");
    }

    @Test
    void theValueAsAWholeIsTheRoot() {
        assertThat(texts(Shape.of(map("gte", 3)), 2)).containsExactly("(root): expected {\"gte\":3}, got 2");
        assertThat(texts(Shape.fields("a", true), list())).containsExactly("(root): expected {\"a\":true}, got []");
        assertThat(texts(Shape.of(map("first", map("a", 1))), list(map("a", 2))))
                .containsExactly("[0].a: expected 1, got 2");
    }

    @Test
    void theExpectedSideShowsShapesInTheirDataForm() {
        Shape shape = new Shape.Match(List.of(new Matcher.Not(Shape.fields(
                "a", true,
                "b", map("count", map("gte", 1), "first", map("c", null)),
                "d", map("any", list(1, "x")),
                "e", map("any", map("empty", false))))));

        assertThat(texts(Shape.fields("f", shape), map()))
                .containsExactly(
                        "f: expected {\"not\":{\"a\":true,\"b\":{\"count\":{\"gte\":1},\"first\":{\"c\":null}},"
                                + "\"d\":{\"any\":[1,\"x\"]},\"e\":{\"any\":{\"empty\":false}}}}, got missing");
    }

    @Test
    void whatLiesInsideARawBodyIsNotInspectable() {
        CompiledShape expected = CompiledShape.of(Shape.fields(
                "content_type",
                map("prefix", "text/"),
                "status",
                200,
                "blob_id",
                null,
                "items",
                map("count", 3, "first", true)));
        Map<String, @Nullable Object> descriptor = Body.text("image/png", "x").descriptor(200);

        assertThat(expected.failuresOfDescriptor(descriptor))
                .extracting(Failure::text)
                .containsExactly(
                        "content_type: expected {\"prefix\":\"text/\"}, got \"image/png\"",
                        "items: expected {\"count\":3}, got not inspectable",
                        "items: expected {\"first\":true}, got not inspectable");
        assertThat(Failure.notInspectable("body", map("count", 1)).text())
                .isEqualTo("body: expected {\"count\":1}, got not inspectable");
        assertThat(Failure.missing("body", 1).text()).isEqualTo("body: expected 1, got missing");
    }

    @Test
    void aDescriptorThatIsOfTheShapeHasNoFailures() {
        CompiledShape expected = CompiledShape.of(Shape.fields("length", 1, "status", map("lte", 299)));

        assertThat(expected.failuresOfDescriptor(Body.text("text/plain", "x").descriptor(201)))
                .isEmpty();
    }

    @Test
    void membersAreReadLikeAMap() {
        CompiledShape shape =
                CompiledShape.of(Shape.fields("params", map("message", map("matches", "^h")), "query", true));
        Map<String, @Nullable Object> good = map("params", map("message", "hi"), "query", null);
        Map<String, @Nullable Object> bad = map("params", map("message", "bye"));

        assertThat(shape.failuresIn(members(good))).isEmpty();
        assertThat(shape.failuresIn(members(bad)))
                .isEqualTo(shape.failures(bad))
                .hasSize(2);
    }

    @Test
    void onlyFieldsHaveMembers() {
        CompiledShape shape = CompiledShape.of(Shape.of(map("gte", 1)));

        assertThatThrownBy(() -> shape.failuresIn(members(Data.map())))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("{\"gte\":1}");
    }

    private static CompiledShape.Members members(Map<String, @Nullable Object> map) {
        return new CompiledShape.Members() {
            @Override
            public @Nullable Object get(String key) {
                return map.get(key);
            }

            @Override
            public boolean has(String key) {
                return map.containsKey(key);
            }
        };
    }
}
