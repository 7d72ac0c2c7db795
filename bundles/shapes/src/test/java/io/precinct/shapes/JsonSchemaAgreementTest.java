package io.precinct.shapes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.precinct.api.data.Json;
import io.precinct.api.shape.Shape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

/** What the schema of a shape says to a validator that knows nothing of shapes. */
class JsonSchemaAgreementTest {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(com.fasterxml.jackson.databind.DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();
    private static final JsonSchemaFactory FACTORY = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012);
    private static final JsonSchema META =
            FACTORY.getSchema(node("{\"$ref\":\"https://json-schema.org/draft/2020-12/schema\"}"));

    @Provide
    Arbitrary<List<Object>> data() {
        return Arbitraries.oneOf(PlainData.data(1), PlainData.data(3)).list().ofSize(8);
    }

    @Provide
    Arbitrary<Shape> shapes() {
        return Arbitraries.oneOf(PlainData.shapes(1), PlainData.shapes(3));
    }

    @Property(tries = 1_000, edgeCases = EdgeCasesMode.NONE)
    void aValueIsOfTheShapeExactlyWhereItsSchemaAdmitsItUnlessExtensionsSayMore(
            @ForAll("shapes") Shape shape, @ForAll("data") List<Object> data) {
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
            Statistics.label("cases").collect(!exact ? "wider" : matches ? "holds" : "fails");
        }
        Statistics.label("cases").coverage(seen -> {
            seen.check("holds").percentage(share -> share > 5);
            seen.check("fails").percentage(share -> share > 5);
            seen.check("wider").percentage(share -> share > 1);
        });
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void everySchemaIsASchema(@ForAll("shapes") Shape shape) {
        JsonNode schema = node(Json.compact(io.precinct.shapes.JsonSchema.document(shape)));

        assertThat(META.validate(schema)).isEmpty();
    }

    private static JsonNode node(String json) {
        try {
            return MAPPER.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
