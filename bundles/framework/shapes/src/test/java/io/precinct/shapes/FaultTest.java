package io.precinct.shapes;

import static io.precinct.api.data.Data.list;
import static io.precinct.api.data.Data.map;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.data.Data;
import io.precinct.api.shape.Matcher;
import io.precinct.api.shape.Shape;
import io.precinct.api.shape.ShapeReader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The faults that compiling a shape reports; a faulty shape accepts nothing. */
class FaultTest {
    private final List<ShapeReader.Fault> faults = new ArrayList<>();

    private CompiledShape compile(@Nullable Object data) {
        return CompiledShape.compile(Shape.of(data), faults::add);
    }

    @Test
    void aBadPatternIsAFaultWithItsPathInTheDataForm() {
        compile(map("items", map("first", map("name", map("not", map("matches", "(h"))))));

        assertThat(faults).singleElement().satisfies(fault -> {
            assertThat(fault.path()).containsExactly("items", "first", "name", "not", "matches");
            assertThat(fault.warning()).isFalse();
            assertThat(fault.message()).contains("\"(h\"").contains("RE2").contains("missing closing )");
        });
    }

    @Test
    void aBoundThatIsNotFiniteIsAFault() {
        ShapeReader.read(java.util.Map.of("gte", Double.NaN), faults::add);

        assertThat(faults).singleElement().satisfies(fault -> {
            assertThat(fault.path()).containsExactly("gte");
            assertThat(fault.message()).contains("finite");
        });
    }

    @Test
    void boundsBetweenWhichNothingLiesAreAFault() {
        compile(map("a", map("gte", 5, "lte", 3), "b", map("gte", 3, "lte", 3)));
        compile(map(
                "c", map("gte", "2026-01-02", "lte", "2026-01-01T23:00:00Z"), "d", map("gte", 1, "lte", "2026-01-01")));
        compile(map("e", map("not", map("gte", 5, "lte", 3))));

        assertThat(faults).noneMatch(ShapeReader.Fault::warning);
        assertThat(faults)
                .extracting(fault -> fault.path() + " " + fault.message())
                .containsExactly(
                        "[a] gte 5 is above lte 3, so this never holds",
                        "[c] gte \"2026-01-02\" is above lte \"2026-01-01T23:00:00Z\", so this never holds",
                        "[d] one bound is a number and the other a moment, so this never holds",
                        "[e, not] gte 5 is above lte 3, so this never holds");
    }

    @Test
    void everyFaultIsReported() {
        compile(map(
                "a", map("matches", "["), "b", map("every", map("any", map("matches", "*"))), "c", map("gte", "soon")));

        assertThat(faults)
                .extracting(ShapeReader.Fault::path)
                .containsExactly(List.of("a", "matches"), List.of("b", "every", "any", "matches"), List.of("c", "gte"));
    }

    @Test
    void aShapeFromCodeIsRefusedWithEveryFaultNamed() {
        assertThatThrownBy(() -> CompiledShape.of(Shape.fields("a", map("matches", "["), "b", map("matches", "a**"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[a, matches]")
                .hasMessageContaining("[b, matches]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"(?=a)", "(?<=a)", "\\1", "a++", "(?>a)", "a{1001}", "\\p{NoSuchScript}", "[z-a]"})
    void whatTakesMoreThanLinearTimeOrIsNoPatternIsAFault(String pattern) {
        compile(map("f", map("matches", pattern)));

        assertThat(faults)
                .singleElement()
                .extracting(ShapeReader.Fault::warning)
                .isEqualTo(false);
    }

    @Test
    void aFaultyPatternLetsNothingThroughUnderNotNeither() {
        CompiledShape plain = compile(map("f", map("matches", "(")));
        CompiledShape negated = compile(map("f", map("not", map("matches", "("))));
        CompiledShape twice = compile(map("f", map("not", map("not", map("matches", "(")))));
        CompiledShape element = compile(map("f", map("any", map("matches", "("))));
        CompiledShape noElement = compile(map("f", map("not", map("any", map("matches", "(")))));

        assertThat(List.of(plain, negated, twice)).noneMatch(shape -> shape.matches(map("f", "(")));
        assertThat(List.of(element, noElement)).noneMatch(shape -> shape.matches(map("f", list("("))));
    }

    static Stream<Arguments> neverHolding() {
        return Stream.of(
                Arguments.of(map("gte", "banana"), "\"banana\" is neither"),
                Arguments.of(map("any", list()), "no alternatives"),
                Arguments.of(map("not", true), "{not: {any: [true]}}"),
                Arguments.of(map("count", -1), "at least 0"),
                Arguments.of(map("count", map("lte", -1)), "no count is {\"lte\":-1}"),
                Arguments.of(map("count", map("gte", 2.2, "lte", 2.8)), "no count is"),
                Arguments.of(map("count", map("not", 2.5)), "whole number"),
                Arguments.of(map("count", map("x", 1)), "has no fields"),
                Arguments.of(map("count", map("prefix", "a")), "to which prefix \"a\" does not apply"),
                Arguments.of(map("count", map("any", list(1, "a"))), "not \"a\""),
                Arguments.of(map("gte", 1, "prefix", "a"), "gte and prefix"),
                Arguments.of(map("first", 1, "matches", "a"), "first and matches"),
                Arguments.of(map("any", list(1, 2), "prefix", "a"), "any and prefix"),
                Arguments.of(map("empty", true, "count", 2), "different sizes"),
                Arguments.of(map("every", map("gte", 1), "count", 0), "different sizes"),
                Arguments.of(map("keys", list("a", "b"), "count", map("lte", 1)), "different sizes"),
                Arguments.of(map("prefix", "abc", "count", 2), "different sizes"));
    }

    @ParameterizedTest
    @MethodSource("neverHolding")
    void whatCanNeverHoldIsAFaultUnderNotToo(Object shape, String reason) {
        for (Object each : List.of(shape, map("not", shape), list(shape), map("not", map("contains", shape)))) {
            faults.clear();
            compile(map("f", each));

            assertThat(faults)
                    .singleElement()
                    .satisfies(fault -> assertThat(fault.warning()).isFalse())
                    .satisfies(fault -> assertThat(fault.message()).contains(reason));
        }
    }

    @Test
    void aSoundShapeHasNoFaults() {
        compile(map("a", map("gte", "2026-01-01", "matches", "^2"), "b", map("any", list(1)), "c", map("count", 3)));
        compile(map(
                "a",
                map("gte", "2026-01-01T10:00:00Z", "lte", "2026-01-01"),
                "b",
                map("empty", true, "any", list("", 1))));
        compile(map("a", map("count", map("gte", 0, "not", 3)), "b", map("keys", list("a", "a"), "count", 1)));

        assertThat(faults).isEmpty();
    }

    @Test
    void aShapeNestedTooDeepIsAFaultAndLetsNothingThrough() {
        Shape shape = Shape.Present.VALUE;
        for (int i = 0; i < 100_000; i++) {
            shape = i % 2 == 0
                    ? new Shape.Fields(java.util.Map.of("f", shape))
                    : new Shape.Match(List.of(new Matcher.Not(shape)));
        }
        CompiledShape compiled = CompiledShape.compile(shape, faults::add);

        assertThat(faults)
                .singleElement()
                .extracting(ShapeReader.Fault::message)
                .asString()
                .contains("200 levels");
        assertThat(compiled.toString()).hasSizeLessThanOrEqualTo(200);
        assertThat(JsonSchema.of(shape)).containsKey("x-precinct-shape");
        assertThat(Tightness.of(shape)).isEqualTo(new Tightness(1, 0, 1));
    }

    @Test
    void theDataFormOfAShapeNestedTooDeepIsAFault() {
        Object data = true;
        for (int i = 0; i < 900; i++) {
            data = map("f", data);
        }
        Shape shape = ShapeReader.read(data, faults::add);

        assertThat(faults)
                .singleElement()
                .extracting(ShapeReader.Fault::message)
                .asString()
                .contains("200 levels");
        CompiledShape.of(shape);
    }

    @Test
    void aLiteralNestedTooDeepIsAFaultAndEqualsNothing() {
        Object deep = List.of();
        for (int i = 0; i < 100_000; i++) {
            deep = List.of(deep);
        }
        for (Shape shape : List.of(
                new Shape.Literal(deep),
                new Shape.Match(List.of(new Matcher.Contains(deep))),
                new Shape.Match(List.of(new Matcher.Any(Shape.Present.VALUE, List.of(deep)))))) {
            faults.clear();
            CompiledShape compiled = CompiledShape.compile(shape, faults::add);

            assertThat(faults)
                    .singleElement()
                    .extracting(ShapeReader.Fault::message)
                    .asString()
                    .contains("1000 levels");
            assertThat(compiled.failures(deep)).hasSize(1);
            assertThat(compiled.failures(List.of(deep))).hasSize(1);
        }
    }

    @Test
    void dataNestedDeepIsComparedAndShown() {
        Object deep = Data.list();
        for (int i = 0; i < 995; i++) {
            deep = i % 2 == 0 ? map("a", deep) : list(deep);
        }
        Object literal = Data.list();
        for (int i = 0; i < 990; i++) {
            literal = i % 2 == 0 ? map("a", literal) : list(literal);
        }
        assertThat(CompiledShape.of(new Shape.Literal(literal)).failures(literal))
                .isEmpty();
        assertThat(CompiledShape.of(new Shape.Literal(literal)).failures(deep)).hasSize(1);
        assertThat(CompiledShape.of(Shape.of(map("first", map("a", map("count", 0)))))
                        .failures(deep))
                .hasSize(1);
    }
}
