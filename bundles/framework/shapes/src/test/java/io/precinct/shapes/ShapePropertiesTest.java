package io.precinct.shapes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.generators.Generate.oneOf;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.shape.Matcher;
import io.precinct.api.shape.Shape;
import io.precinct.testing.AnyPattern;
import io.precinct.testing.AnyText;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.quicktheories.QuickTheory;
import org.quicktheories.core.Gen;

class ShapePropertiesTest {
    private static QuickTheory qt() {
        return QuickTheory.qt().withExamples(500);
    }

    private static Gen<Object> data() {
        return oneOf(PlainData.data(1), PlainData.data(3));
    }

    private static Gen<Shape> shapes() {
        return oneOf(PlainData.shapes(1), PlainData.shapes(3));
    }

    private static CompiledShape compile(Shape shape) {
        return CompiledShape.compile(shape, fault -> {});
    }

    private static Shape not(Shape shape) {
        return new Shape.Match(List.of(new Matcher.Not(shape)));
    }

    @Test
    void aLiteralMadeFromDataMatchesThatDataAndNothingThatDiffers() {
        qt().forAll(data(), data()).checkAssert((data, other) -> {
            CompiledShape literal = compile(new Shape.Literal(data));

            assertThat(literal.failures(data)).isEmpty();
            assertThat(literal.matches(other)).isEqualTo(Data.equal(data, other));
        });
    }

    @Test
    void notIsTheOppositeForEveryValueThatIsThere() {
        qt().forAll(shapes(), data())
                .checkAssert((shape, data) -> assertThat(compile(not(shape)).matches(data))
                        .isNotEqualTo(compile(shape).matches(data)));
    }

    @Test
    void failuresAreEmptyExactlyWhereTheShapeMatches() {
        qt().forAll(shapes(), data()).checkAssert((shape, data) -> {
            CompiledShape compiled = compile(shape);

            assertThat(compiled.failures(data).isEmpty()).isEqualTo(compiled.matches(data));
        });
    }

    @Test
    void aMissingKeyFailsWhateverIsExpected() {
        qt().forAll(shapes())
                .checkAssert(shape -> assertThat(
                                compile(Shape.fields("absent", shape)).failures(Data.map()))
                        .isNotEmpty()
                        .allMatch(failure ->
                                failure.path().equals("absent") && failure.got().equals("missing")));
    }

    @Test
    void failureTextsAreBounded() {
        qt().forAll(shapes(), data())
                .checkAssert((shape, data) -> assertThat(compile(shape).failures(data))
                        .allSatisfy(failure -> {
                            assertThat(failure.expected()).hasSizeLessThanOrEqualTo(200);
                            assertThat(failure.got()).hasSizeLessThanOrEqualTo(200);
                            assertThat(failure.text())
                                    .isEqualTo(failure.path() + ": expected " + failure.expected() + ", got "
                                            + failure.got());
                        }));
    }

    @Test
    void shownDataIsItsCompactJsonCutToLength() {
        qt().forAll(data()).checkAssert(data -> {
            String whole = Json.compact(data);
            String shown = BoundedJson.text(data);

            if (whole.length() <= 200) {
                assertThat(shown).isEqualTo(whole);
            } else {
                assertThat(shown).endsWith("…").hasSizeBetween(199, 200);
                assertThat(whole).startsWith(shown.substring(0, shown.length() - 1));
            }
        });
    }

    @Test
    void shownShapesAreTheirDataFormCutToLength() {
        // The notation cannot express two matchers of one name.
        Gen<Shape> shapes = shapes().assuming(shape -> !hasTwins(shape));

        qt().withGenerateAttempts(1_000)
                .forAll(shapes)
                .checkAssert(shape -> assertThat(BoundedJson.text(shape)).isEqualTo(BoundedJson.text(shape.toData())));
    }

    private static boolean hasTwins(Shape shape) {
        return switch (shape) {
            case Shape.Fields fields -> fields.fields().values().stream().anyMatch(ShapePropertiesTest::hasTwins);
            case Shape.Match match ->
                match.matchers().stream().map(Matcher::name).distinct().count()
                                < match.matchers().size()
                        || match.matchers().stream().anyMatch(ShapePropertiesTest::hasTwins);
            case Shape.Items items -> items.items().stream().anyMatch(ShapePropertiesTest::hasTwins);
            case Shape.Present _, Shape.Literal _ -> false;
        };
    }

    private static boolean hasTwins(Matcher matcher) {
        return switch (matcher) {
            case Matcher.Count m -> hasTwins(m.size());
            case Matcher.First m -> hasTwins(m.element());
            case Matcher.Any m -> hasTwins(m.element());
            case Matcher.Every m -> hasTwins(m.element());
            case Matcher.Contains(Shape sought) -> hasTwins(sought);
            case Matcher.Not m -> hasTwins(m.shape());
            default -> false;
        };
    }

    @Test
    void noPatternWhateverThrowsOrHangs() {
        qt().withExamples(300)
                .forAll(AnyPattern.upTo(14), AnyText.of("ab \n1", 2_000))
                .checkAssert((pattern, text) -> {
                    compile(new Shape.Match(List.of(new Matcher.Matches(pattern))))
                            .failures(text);
                    JsonSchema.of(new Shape.Match(List.of(new Matcher.Matches(pattern))));
                });
    }

    @Test
    void aPayloadIsAlwaysOfTheShapeRecordedFromIt() {
        qt().forAll(PlainData.maps(4)).checkAssert(payload -> {
            Shape.Fields recorded = RecordedShape.of(payload);

            assertThat(CompiledShape.of(recorded).failures(payload)).isEmpty();
        });
    }
}
