package io.precinct.shapes;

import static io.precinct.api.data.Data.list;
import static io.precinct.api.data.Data.map;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Json;
import io.precinct.api.shape.Matcher;
import io.precinct.api.shape.Shape;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class JsonSchemaTest {
    private static Arguments row(@Nullable Object shape, String schema) {
        return Arguments.of(shape, schema);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void everyMatcherHasItsKeywords(Object shape, String schema) {
        assertThat(Json.compact(JsonSchema.of(Shape.of(shape)))).isEqualTo(schema.replace('\'', '"'));
    }

    static Stream<Arguments> rows() {
        String sized = "'type':['string','array','object'],";
        return Stream.of(
                row(true, "{}"),
                row("x", "{'const':'x'}"),
                row(null, "{'const':null}"),
                row(list(1, true), "{'const':[1,true]}"),
                row(
                        map("a", true, "b", 1),
                        "{'type':'object','properties':{'a':{},'b':{'const':1}},'required':['a','b']}"),
                row(map("matches", "^h.+\\s"), "{'type':'string','pattern':'^h[^\\\\n]+[\\\\t\\\\n\\\\f\\\\r ]'}"),
                row(map("matches", "(?i)h"), "{'type':'string','x-precinct-matches':'(?i)h'}"),
                row(map("prefix", "a.b["), "{'type':'string','pattern':'^a\\\\.b\\\\['}"),
                row(
                        map("contains", "a+"),
                        "{'anyOf':[{'type':'string','pattern':'a\\\\+'},{'type':'array','items':{},'contains':{'const':'a+'}},"
                                + "{'type':'object','required':['a+']}]}"),
                row(map("contains", 7), "{'type':'array','items':{},'contains':{'const':7}}"),
                row(
                        map("contains", list(1, "a")),
                        "{'type':'array','items':{},'allOf':[{'contains':{'const':1}},{'contains':{'const':'a'}}]}"),
                row(map("keys", list("a", "b", "a")), "{'type':'object','required':['a','b']}"),
                row(map("gte", 1, "lte", 5.5), "{'type':'number','minimum':1,'maximum':5.5}"),
                row(map("gte", "2026-01-31"), "{'type':'string','x-precinct-gte':'2026-01-31'}"),
                row(map("lte", "2026-01-31T10:00:00Z"), "{'type':'string','x-precinct-lte':'2026-01-31T10:00:00Z'}"),
                row(map("gte", "banana"), "{'not':{},'x-precinct-gte':'banana'}"),
                row(
                        map("count", 2),
                        "{" + sized + "'minLength':2,'maxLength':2,'minItems':2,'maxItems':2,'minProperties':2,"
                                + "'maxProperties':2}"),
                row(map("count", map("gte", 1)), "{" + sized + "'minLength':1,'minItems':1,'minProperties':1}"),
                row(map("count", map("lte", 0)), "{" + sized + "'maxLength':0,'maxItems':0,'maxProperties':0}"),
                row(map("count", map("any", list(1, 3))), "{" + sized + "'x-precinct-count':{'any':[1,3]}}"),
                row(map("count", -1), "{'not':{}}"),
                row(
                        map("first", map("id", true)),
                        "{'type':'array','items':{},'minItems':1,'prefixItems':[{'type':'object','properties':{'id':{}},"
                                + "'required':['id']}]}"),
                row(map("any", map("gte", 3)), "{'type':'array','items':{},'contains':{'type':'number','minimum':3}}"),
                row(
                        map("any", list("a", 1, 1.0)),
                        "{'anyOf':[{'enum':['a',1]},{'type':'array','items':{},'contains':{'enum':['a',1]}}]}"),
                row(map("any", list(list(1))), "{'type':'array','items':{},'contains':{'enum':[[1]]}}"),
                row(map("any", list()), "{'not':{}}"),
                row(map("not", "a"), "{'not':{'const':'a'}}"),
                row(map("not", map("gte", "2026-01-31")), "{'x-precinct-not':{'gte':'2026-01-31'}}"),
                row(
                        map("empty", true),
                        "{'type':['null','string','array','object'],'maxLength':0,'maxItems':0,'maxProperties':0}"),
                row(
                        map("empty", false),
                        "{'type':['boolean','number','string','array','object'],'minLength':1,'minItems':1,"
                                + "'minProperties':1}"),
                row(
                        map("matches", "b", "prefix", "a"),
                        "{'allOf':[{'type':'string','pattern':'b'},{'type':'string','pattern':'^a'}]}"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("typed")
    void whatMatchersMeanOfOtherTypesIsLeftOutWhereTheTypeIsKnown(Object shape, String schema) {
        assertThat(Json.compact(JsonSchema.of(Shape.of(shape)))).isEqualTo(schema.replace('\'', '"'));
    }

    static Stream<Arguments> typed() {
        return Stream.of(
                row(map("matches", "a", "count", map("lte", 5)), "{'type':'string','pattern':'a','maxLength':5}"),
                row(map("gte", 1, "any", list(1, 3, "a")), "{'type':'number','minimum':1,'enum':[1,3]}"),
                row(
                        map("keys", list("a"), "contains", "b"),
                        "{'allOf':[{'type':'object','required':['a']}," + "{'type':'object','required':['b']}]}"),
                row(
                        map("keys", list("a"), "count", 1),
                        "{'type':'object','required':['a'],'minProperties':1," + "'maxProperties':1}"),
                row(map("prefix", "a", "any", list(1)), "{'type':'string','pattern':'^a','not':{}}"),
                row(map("matches", "a", "empty", false), "{'type':'string','pattern':'a','minLength':1}"));
    }

    @Test
    void textThatIsKnownToBeTextIsOneOfTheStringsOrOfALength() {
        assertThat(JsonSchema.ofText(Shape.of(map("any", list("a", "b", 3)))))
                .isEqualTo(map("type", "string", "enum", list("a", "b")));
        assertThat(JsonSchema.ofText(Shape.of(map("count", map("gte", 2)))))
                .isEqualTo(map("type", "string", "minLength", 2L));
        assertThat(JsonSchema.ofText(Shape.Present.VALUE)).isEqualTo(map("type", "string"));
    }

    @Test
    void theKeyOfANegatedFieldIsRequiredAllTheSame() {
        assertThat(JsonSchema.of(Shape.fields("f", map("not", null))))
                .isEqualTo(map(
                        "type", "object",
                        "properties", map("f", map("not", map("const", null))),
                        "required", list("f")));
    }

    @Test
    void aDocumentNamesItsDialect() {
        assertThat(Json.compact(JsonSchema.document(Shape.fields("a", true))))
                .startsWith("{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"type\":\"object\"");
    }

    @Test
    void theShapeThatAsksNothingIsAnyObject() {
        assertThat(JsonSchema.of(Shape.Fields.NONE)).isEqualTo(map("type", "object"));
    }

    @Test
    void aBadPatternIsKeptWhereItCannotDisturb() {
        assertThat(JsonSchema.of(new Shape.Match(List.of(new Matcher.Matches("(")))))
                .isEqualTo(map("type", "string", "x-precinct-matches", "("));
    }
}
