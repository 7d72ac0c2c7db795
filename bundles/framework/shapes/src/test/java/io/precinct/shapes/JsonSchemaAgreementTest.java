package io.precinct.shapes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.Generate.oneOf;
import static org.quicktheories.generators.SourceDSL.lists;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.precinct.api.data.Json;
import io.precinct.api.shape.Shape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

/** Whether an independent validator of JSON Schema agrees with the shape. */
class JsonSchemaAgreementTest {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(com.fasterxml.jackson.databind.DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();
    private static final JsonSchemaFactory FACTORY = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012);
    private static final JsonSchema META =
            FACTORY.getSchema(node("{\"$ref\":\"https://json-schema.org/draft/2020-12/schema\"}"));

    private static Gen<List<Object>> data() {
        return lists().of(oneOf(PlainData.data(1), PlainData.data(3))).ofSize(8);
    }

    private static Gen<Shape> shapes() {
        return oneOf(PlainData.shapes(1), PlainData.shapes(3));
    }

    @Test
    void aValueIsOfTheShapeExactlyWhereItsSchemaAdmitsItUnlessExtensionsSayMore() {
        Map<String, Integer> cases = new HashMap<>();
        qt().withExamples(1_000).forAll(shapes(), data()).checkAssert((shape, data) -> {
            String text = Json.compact(io.precinct.shapes.JsonSchema.of(shape));
            boolean exact = !text.contains("\"x-precinct-");
            JsonSchema schema = FACTORY.getSchema(node(text));
            CompiledShape compiled = CompiledShape.compile(shape, fault -> {});
            for (Object value : data) {
                boolean matches = compiled.matches(value);
                boolean admitted = schema.validate(node(Json.compact(value))).isEmpty();
                assertThat(admitted)
                        .as("%s against %s", Json.compact(value), text)
                        .isIn(exact ? List.of(matches) : List.of(true, matches));
                cases.merge(!exact ? "wider" : matches ? "holds" : "fails", 1, Integer::sum);
            }
        });
        double all = cases.values().stream().mapToInt(Integer::intValue).sum();
        assertThat(cases.get("holds") / all).isGreaterThan(0.05);
        assertThat(cases.get("fails") / all).isGreaterThan(0.05);
        assertThat(cases.get("wider") / all).isGreaterThan(0.01);
    }

    @Test
    void everySchemaIsASchema() {
        qt().withExamples(300).forAll(shapes()).checkAssert(shape -> {
            JsonNode schema = node(Json.compact(io.precinct.shapes.JsonSchema.document(shape)));

            assertThat(META.validate(schema)).isEmpty();
        });
    }

    private static JsonNode node(String json) {
        try {
            return MAPPER.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
