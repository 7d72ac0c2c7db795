package io.precinct.shapes;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.shape.Matcher;
import io.precinct.api.shape.Shape;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;

@PropertyDefaults(tries = 500, edgeCases = EdgeCasesMode.NONE)
class ShapePropertiesTest {
    @Provide
    Arbitrary<Object> data() {
        return Arbitraries.oneOf(PlainData.data(1), PlainData.data(3));
    }

    @Provide
    Arbitrary<Shape> shapes() {
        return Arbitraries.oneOf(PlainData.shapes(1), PlainData.shapes(3));
    }

    private static CompiledShape compile(Shape shape) {
        return CompiledShape.compile(shape, fault -> {});
    }

    private static Shape not(Shape shape) {
        return new Shape.Match(List.of(new Matcher.Not(shape)));
    }

    @Property
    void aLiteralMadeFromDataMatchesThatDataAndNothingThatDiffers(
            @ForAll("data") Object data, @ForAll("data") Object other) {
        CompiledShape literal = compile(new Shape.Literal(data));

        assertThat(literal.failures(data)).isEmpty();
        assertThat(literal.matches(other)).isEqualTo(Data.equal(data, other));
    }

    @Property
    void notIsTheOppositeForEveryValueThatIsThere(@ForAll("shapes") Shape shape, @ForAll("data") Object data) {
        assertThat(compile(not(shape)).matches(data))
                .isNotEqualTo(compile(shape).matches(data));
    }

    @Property
    void failuresAreEmptyExactlyWhereTheShapeMatches(@ForAll("shapes") Shape shape, @ForAll("data") Object data) {
        CompiledShape compiled = compile(shape);

        assertThat(compiled.failures(data).isEmpty()).isEqualTo(compiled.matches(data));
    }

    @Property
    void aMissingKeyFailsWhateverIsExpected(@ForAll("shapes") Shape shape) {
        assertThat(compile(Shape.fields("absent", shape)).failures(Data.map()))
                .isNotEmpty()
                .allMatch(failure ->
                        failure.path().equals("absent") && failure.got().equals("missing"));
    }

    @Property
    void failureTextsAreBounded(@ForAll("shapes") Shape shape, @ForAll("data") Object data) {
        assertThat(compile(shape).failures(data)).allSatisfy(failure -> {
            assertThat(failure.expected()).hasSizeLessThanOrEqualTo(200);
            assertThat(failure.got()).hasSizeLessThanOrEqualTo(200);
            assertThat(failure.text())
                    .isEqualTo(failure.path() + ": expected " + failure.expected() + ", got " + failure.got());
        });
    }

    @Property
    void shownDataIsItsCompactJsonCutToLength(@ForAll("data") Object data) {
        String whole = Json.compact(data);
        String shown = BoundedJson.text(data);

        if (whole.length() <= 200) {
            assertThat(shown).isEqualTo(whole);
        } else {
            assertThat(shown).endsWith("…").hasSizeBetween(199, 200);
            assertThat(whole).startsWith(shown.substring(0, shown.length() - 1));
        }
    }

    @Property
    void shownShapesAreTheirDataFormCutToLength(@ForAll("shapes") Shape shape) {
        // The notation cannot say two matchers of one name.
        Assume.that(!hasTwins(shape));

        assertThat(BoundedJson.text(shape)).isEqualTo(BoundedJson.text(shape.toData()));
    }

    private static boolean hasTwins(Shape shape) {
        return switch (shape) {
            case Shape.Fields fields -> fields.fields().values().stream().anyMatch(ShapePropertiesTest::hasTwins);
            case Shape.Match match ->
                match.matchers().stream().map(Matcher::name).distinct().count()
                                < match.matchers().size()
                        || match.matchers().stream().anyMatch(ShapePropertiesTest::hasTwins);
            case Shape.Present _, Shape.Literal _ -> false;
        };
    }

    private static boolean hasTwins(Matcher matcher) {
        return switch (matcher) {
            case Matcher.Count m -> hasTwins(m.size());
            case Matcher.First m -> hasTwins(m.element());
            case Matcher.Any m -> hasTwins(m.element());
            case Matcher.Not m -> hasTwins(m.shape());
            default -> false;
        };
    }

    @Property(tries = 300)
    void noPatternWhateverThrowsOrHangs(@ForAll("patterns") String pattern, @ForAll("texts") String text) {
        compile(new Shape.Match(List.of(new Matcher.Matches(pattern)))).failures(text);
        JsonSchema.of(new Shape.Match(List.of(new Matcher.Matches(pattern))));
    }

    @Provide
    Arbitrary<String> patterns() {
        Arbitrary<String> pieces = Arbitraries.of(
                "a",
                "b",
                ".",
                "(",
                ")",
                "[",
                "]",
                "{",
                "}",
                "{3}",
                "{2,}",
                "{0,1000}",
                "{1000}",
                "*",
                "+",
                "?",
                "|",
                "^",
                "$",
                "\\",
                "\\d",
                "\\s",
                "\\S",
                "\\b",
                "\\Q",
                "\\E",
                "\\pL",
                "\\x{41}",
                "[^a]",
                "[[:alpha:]]",
                "(?i)",
                "(?:",
                "(?P<n>",
                "-");
        return pieces.list().ofMaxSize(14).map(list -> String.join("", list));
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.strings().withChars("ab \n1").ofMaxLength(2_000);
    }

    @Provide
    Arbitrary<Map<String, Object>> payloads() {
        return PlainData.maps(4);
    }

    @Property
    void aPayloadIsAlwaysOfTheShapeRecordedFromIt(@ForAll("payloads") Map<String, Object> payload) {
        Shape.Fields recorded = RecordedShape.of(payload);

        assertThat(CompiledShape.of(recorded).failures(payload)).isEmpty();
    }
}
