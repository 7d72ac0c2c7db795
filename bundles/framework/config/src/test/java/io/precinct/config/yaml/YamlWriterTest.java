package io.precinct.config.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.Generate.booleans;
import static org.quicktheories.generators.Generate.oneOf;
import static org.quicktheories.generators.Generate.pick;
import static org.quicktheories.generators.SourceDSL.bigDecimals;
import static org.quicktheories.generators.SourceDSL.bigIntegers;

import io.precinct.api.config.TagException;
import io.precinct.api.data.Data;
import io.precinct.api.shape.Shape;
import io.precinct.config.tag.YamlDocuments;
import io.precinct.core.api.config.Yaml;
import io.precinct.shapes.RecordedShape;
import io.precinct.testing.AnyData;
import io.precinct.testing.AnyText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowingConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

class YamlWriterTest {
    private final Yaml yaml = new YamlDocuments();

    private @Nullable Object readBack(String text) throws TagException {
        try {
            Path file = Files.createTempFile("written", ".yml");
            try {
                Files.writeString(file, text);
                return yaml.read(file);
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whatIsWrittenReadsBackEqual() {
        ThrowingConsumer<Object> reads = data -> assertThat(Data.equal(readBack(yaml.write(data)), data))
                .as(yaml.write(data))
                .isTrue();
        qt().withExamples(500).forAll(data()).checkAssert(reads);
    }

    private static Gen<Object> data() {
        Gen<Object> leaf =
                oneOf(AnyData.any(text()), numbers(), AnyData.any(booleans()), pick(Arrays.asList(null, "null")));
        return AnyData.nested(leaf, text(), 3);
    }

    private static Gen<String> text() {
        return oneOf(
                // An unpaired surrogate cannot be saved as UTF-8, so no file contains one.
                AnyText.wellFormed(12),
                pick(List.of(
                        "yes", "true", "null", "010", "1e3", "~", "-", "- a", "a: b", "a #b", " a", "a ", "<<", "!x")),
                pick(List.of(
                        "\uD83D\uDE00",
                        "*a",
                        "&a",
                        "%",
                        "@",
                        "`",
                        "'",
                        "\"",
                        "\n",
                        "\t",
                        "\u0085",
                        "\uFEFF",
                        "",
                        ".inf")));
    }

    private static Gen<Object> numbers() {
        return oneOf(
                AnyData.any(AnyData.longs().map(Long::intValue)),
                AnyData.any(AnyData.longs()),
                AnyData.any(AnyData.decimals()),
                AnyData.any(bigIntegers().ofBytes(20)),
                AnyData.any(bigDecimals().ofBytes(20).withScale(2)));
    }

    @Test
    void shapesAreWrittenByTheirTags() throws TagException {
        Shape.Fields shape = Shape.fields(
                "count", Map.of("gte", 1),
                "items", Shape.fields("first", "x", "other", Map.of("not", Map.of("empty", true))),
                "plain", Shape.fields("a", 1),
                "nothing", Shape.Fields.NONE);
        var scenario = Map.of("expected", shape);
        String text = yaml.write(scenario);
        assertThat(text).startsWith("expected: !Fields\n  count:\n    gte: 1\n");
        assertThat(readBack(text)).isEqualTo(scenario);
    }

    @Test
    void aShapeOfMatchersIsWrittenByItsTag() throws TagException {
        Object match = Shape.of(Map.of("first", Map.of("prefix", "a")));
        assertThat(yaml.write(match)).startsWith("!Match");
        assertThat(readBack(yaml.write(match))).isEqualTo(match);
    }

    @Test
    void whatIsRecordedReadsBackEqualEvenIfItLooksLikeMatchers() {
        Gen<String> words = pick(List.of(
                "count", "first", "every", "any", "not", "gte", "lt", "eq", "match", "min", "size", "prefx", "$gte",
                "id", "note", "a"));
        Gen<Object> leaf = oneOf(
                pick(List.of(1, 5, -1, true, false, "a", "^a", "2024-12-31", "a-17")), pick(Arrays.asList(null, "")));
        ThrowingConsumer<Object> reads = payload -> {
            Shape.Fields recorded = RecordedShape.of(Data.map("answer", payload));
            Object scenario = readBack(yaml.write(Map.of("expected", recorded)));
            assertThat(scenario).as(yaml.write(recorded)).isEqualTo(Map.of("expected", recorded));
        };
        qt().withExamples(1_000).forAll(AnyData.nested(leaf, words, 3)).checkAssert(reads);
    }

    @Test
    void matchersInListsReadBackEqual() throws TagException {
        Shape.Fields shape = Shape.fields(
                "a", List.of(Map.of("gte", 1), 7, Shape.fields("count", 3), List.of(Map.of("not", "x"))),
                "b", Map.of("contains", List.of(Map.of("prefix", "x"), "y")),
                "c", Map.of("contains", Shape.fields("id", Map.of("gte", 1))),
                "d", Map.of("any", List.of(Map.of("every", Map.of("gte", 1)), Map.of("a", 1))));
        assertThat(readBack(yaml.write(shape))).as(yaml.write(shape)).isEqualTo(shape);
    }

    @Test
    void simpleDocumentsLookAsPeopleWriteThem() {
        assertThat(yaml.write(Data.map(
                        "description",
                        "A greeting",
                        "expected",
                        Data.map("n", List.of(1, Data.map("a", "b", "c", "010"))))))
                .isEqualTo("""
                        description: A greeting
                        expected:
                          n:
                            - 1
                            - a: b
                              c: "010"
                        """);
    }

    @Test
    void aKeyTooLongForOneLineIsWrittenOut() throws TagException {
        var data = Map.of("k".repeat(3000), Map.of("a", 1));
        assertThat(readBack(yaml.write(data))).isEqualTo(data);
    }

    @Test
    void whatCannotBeReadBackIsNotWritten() {
        assertThatThrownBy(() -> yaml.write(new BigInteger("9".repeat(2000)))).hasMessageContaining("1000 digits");
        assertThatThrownBy(() -> yaml.write(new BigDecimal("1e20000"))).hasMessageContaining("exponent");
        assertThatThrownBy(() -> yaml.write(new Object())).hasMessageContaining("java.lang.Object");
    }

    @Test
    void aDocumentThatIsNotGoodSaysWhere() throws IOException {
        Path file = Files.createTempFile("bad", ".yml");
        Files.writeString(file, "a: 1\na: 2\nb: !Env {name: X}\n");
        assertThatThrownBy(() -> yaml.read(file))
                .isInstanceOf(TagException.class)
                .hasMessageContaining(file + ":2:1: duplicate key \"a\"; and 1 further problems");
        Files.delete(file);
    }
}
