package io.precinct.boundary.inspect.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.format.Formatter;
import io.precinct.boundary.testing.GateChain;
import io.precinct.core.Core;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class OpenApiTest {
    private static final Formatter PLAIN =
            target -> new Formatter.Rendition(target.mediaType(), Json.compactBytes(target.payload()));
    private static final Set<String> METHODS =
            Set.of("get", "put", "post", "delete", "options", "head", "patch", "trace");

    private final Map<String, Object> document = document();

    @Test
    void aPathVariableIsARequiredParameterOfTheShapeThatTheBoundaryAsks() {
        assertThat(at("paths", "/notes/{id}", "get", "operationId")).isEqualTo("read");
        assertThat(at("paths", "/notes/{id}", "get", "parameters", 0))
                .isEqualTo(Map.of(
                        "name",
                        "id",
                        "in",
                        "path",
                        "required",
                        true,
                        "schema",
                        Map.of("type", "string", "pattern", "^[0-9]+$")));
    }

    @Test
    void whatIsNoPathVariableBelongsIntoTheBody() {
        assertThat(at("paths", "/notes/{id}", "put", "requestBody", "required")).isEqualTo(true);
        Object schema = at("paths", "/notes/{id}", "put", "requestBody", "content", "application/json", "schema");
        assertThat(schema).extracting("required").isEqualTo(List.of("text"));
    }

    @Test
    void pathsThatDifferInTheNamesOfVariablesOnlyAreOnePath() {
        assertThat(paths()).containsKey("/notes/{id}").doesNotContainKey("/notes/{note}");
        assertThat(at("paths", "/notes/{id}", "put", "parameters", 0, "name")).isEqualTo("id");
    }

    @Test
    void queryAndHeadersThatABoundaryAsksForAreParameters() {
        List<?> parameters = (List<?>) at("paths", "/notes", "get", "parameters");

        assertThat(parameters)
                .map(parameter -> ((Map<?, ?>) parameter).get("in") + " " + ((Map<?, ?>) parameter).get("name"))
                .contains("query limit", "header x-tenant")
                .doesNotContain("header accept");
    }

    @Test
    void everyOperationThatAnswersAnObjectTakesTheOptionsOfTheFramework() {
        eachOperation((path, operation) -> {
            if (!path.startsWith("/tasks")) {
                assertThat((List<?>) operation.get("parameters"))
                        .map(parameter -> String.valueOf(((Map<?, ?>) parameter).get("$ref")))
                        .contains("#/components/parameters/Verify", "#/components/parameters/Trace");
            }
        });
        assertThat(at("components", "parameters", "Verify", "name")).isEqualTo("X-Service-Verify");
        assertThat(at("components", "parameters", "Trace", "name")).isEqualTo("X-Service-Trace");
    }

    @Test
    void operationsAreNamedLikeTheirRoutesEachOnce() {
        List<String> names = new ArrayList<>();
        eachOperation((path, operation) -> names.add((String) operation.get("operationId")));

        assertThat(names).doesNotHaveDuplicates().contains("read", "write", "list", "blob", "later", "remove");
    }

    @Test
    void everyVariableOfATemplateHasAParameterAndNoOtherPathParameterExists() {
        eachOperation((path, operation) -> {
            List<String> variables = Pattern.compile("\\{([^}]+)}")
                    .matcher(path)
                    .results()
                    .map(match -> match.group(1))
                    .toList();
            List<Object> declared = new ArrayList<>();
            for (Object parameter : (List<?>) operation.get("parameters")) {
                if ("path".equals(((Map<?, ?>) parameter).get("in"))) {
                    declared.add(((Map<?, ?>) parameter).get("name"));
                }
            }
            assertThat(declared).as(path).isEqualTo(variables);
        });
    }

    @Test
    void everyReferenceResolves() {
        Set<String> references = new HashSet<>();
        collect(document, references);

        assertThat(references).isNotEmpty().allSatisfy(reference -> {
            assertThat(reference).startsWith("#/");
            assertThat(at((Object[]) reference.substring(2).split("/")))
                    .as(reference)
                    .isNotNull();
        });
    }

    @Test
    void answersAreDescribedAsJsonAndTheRenderingsAreNamedOnce() {
        Map<?, ?> content = (Map<?, ?>) at("paths", "/notes/{id}", "get", "responses", "2XX", "content");

        assertThat(content.keySet().stream().map(String::valueOf).toList()).containsExactly("application/json");
        assertThat(at("x-precinct-renderings"))
                .isEqualTo(List.of("application/json", "application/problem+json", "text/html"));
        assertThat(at("paths", "/notes/{id}", "get", "responses", "422", "$ref"))
                .isEqualTo("#/components/responses/Unprocessable");
        assertThat(at("components", "schemas", "read.output", "required")).isEqualTo(List.of("text"));
    }

    @Test
    void rawBodiesAndOtherMediaTypesAreNamed() {
        Map<?, ?> blob = (Map<?, ?>) at("paths", "/blobs/{path}", "post");

        assertThat((Map<?, ?>) ((Map<?, ?>) blob.get("requestBody")).get("content"))
                .hasSize(1);
        assertThat(at("paths", "/blobs/{path}", "post", "requestBody", "content", "text/plain"))
                .isEqualTo(Map.of("schema", Map.of("type", "string")));
        assertThat(at("paths", "/blobs/{path}", "post", "responses", "2XX", "content", "application/octet-stream"))
                .isEqualTo(Map.of("schema", Map.of("type", "string", "format", "binary")));
    }

    @Test
    void whatOnlyTheOperatorMayDoNeedsTheToken() {
        assertThat(at("paths", "/notes/{id}", "delete", "security"))
                .isEqualTo(List.of(Map.of("instance_token", List.of())));
        assertThat(at("components", "securitySchemes", "instance_token", "scheme"))
                .isEqualTo("bearer");
    }

    @Test
    void aRouteThatMissesABoundarySaysSo() {
        assertThat(at("paths", "/later", "get", "x-precinct-missing")).isEqualTo(List.of("later"));
    }

    @Test
    void aMethodOrAPathThatOpenApiHasNoWordForIsKeptAsAnExtension() {
        assertThat(at("paths", "/notes", "x-precinct-purge-purge", "operationId"))
                .isEqualTo("purge");
        assertThat(at("paths", "/blobs/{path}", "x-precinct-post-one", "operationId"))
                .isEqualTo("one");
    }

    @Test
    void segmentsAreWrittenAsAUriHasThem() {
        assertThat(paths()).containsKeys("/caf%C3%A9%20%7Bx%7D/a:b@c");
    }

    @Test
    void aContractSaysParametersBodyAndAnswersByStatus() {
        assertThat(at("paths", "/tasks", "post", "requestBody", "content", "application/json", "schema", "$ref"))
                .isEqualTo("#/components/schemas/NewTask");
        assertThat(at("paths", "/tasks", "post", "requestBody", "required")).isEqualTo(true);
        assertThat(at("components", "schemas", "NewTask", "required")).isEqualTo(List.of("label"));
        assertThat(at("paths", "/tasks", "post", "responses", "201", "content", "application/json", "schema"))
                .isEqualTo(Map.of(
                        "allOf",
                        List.of(
                                Map.of("$ref", "#/components/schemas/Task"),
                                Map.of("$ref", "#/components/schemas/Framework"))));
        assertThat(at("components", "examples", "NewTask", "value")).isEqualTo(Map.of("label", "text"));
        assertThat(((Map<?, ?>) at("paths", "/tasks", "post", "responses")).keySet())
                .map(String::valueOf)
                .containsExactly("201", "409", "422", "default");
    }

    @Test
    void aListIsAnArrayWithItsQueryAndNoMembersOfTheFramework() {
        Map<?, ?> list = (Map<?, ?>) at("paths", "/tasks", "get");

        assertThat(at("paths", "/tasks", "get", "responses", "200", "content", "application/json", "schema"))
                .isEqualTo(Map.of("type", "array", "items", Map.of("$ref", "#/components/schemas/Task")));
        assertThat((List<?>) list.get("parameters"))
                .map(parameter -> ((Map<?, ?>) parameter).get("in") + " " + ((Map<?, ?>) parameter).get("name"))
                .containsExactly("query limit", "header If-None-Match");
        assertThat(list.containsKey("requestBody")).isFalse();
        assertThat(at("paths", "/tasks", "get", "x-precinct-forms", 0, "parameter", "name"))
                .isEqualTo("envelope");
    }

    @Test
    void whoDeclaresAContractWithoutABodyTakesNone() {
        assertThat(((Map<?, ?>) at("paths", "/tasks/{id}/pin", "post")).containsKey("requestBody"))
                .isFalse();
        assertThat(at("paths", "/tasks/{id}/pin", "post", "parameters", 0, "schema", "pattern"))
                .isEqualTo("^[0-9]+$");
        assertThat(((Map<?, ?>) at("paths", "/tasks/{id}/pin", "post", "responses", "204")).containsKey("content"))
                .isFalse();
    }

    @Test
    void anOutputShapeIsWhatTheSchemaOfTheSuccessAlwaysHas() {
        assertThat(CREATE.outputShape()).isNotNull();
        assertThat(CREATE.outputShape().toData())
                .isEqualTo(Map.of(
                        "label", Map.of("count", Map.of("lte", 9L)), "open", Map.of("any", List.of(true, false))));
    }

    private static final Schema TASK = Schema.object()
            .with("label", Schema.text().atMost(9))
            .with("open", Schema.truth())
            .optionally("note", Schema.text().orNull())
            .named("Task");

    private static final Declaration CREATE = Declaration.terminal()
            .takes(Schema.object()
                    .with("label", Schema.text().atMost(9))
                    .closed()
                    .named("NewTask"))
            .answers(
                    Answer.of(201, "The task.", TASK),
                    Answer.of(
                            409,
                            "There is one.",
                            Schema.object().with("error", Schema.text()).open()))
            .build();

    private static final Declaration ALL = Declaration.terminal()
            .takes(
                    Parameter.query("limit", Schema.integer().atLeast(1).orElse(50)),
                    Parameter.header("If-None-Match", Schema.text()))
            .under(Contract.of(new Contract.Form(
                    Parameter.query("envelope", Schema.truth()), Schema.object().with("items", Schema.list(TASK)))))
            .answers(Answer.ok("The tasks.", Schema.list(TASK)))
            .build();

    private static final Declaration PIN = Declaration.terminal()
            .takes(Parameter.path("id", Schema.text().matching("^[0-9]+$")))
            .answers(Answer.empty(204, "It is pinned."))
            .build();

    private static Map<String, Object> document() {
        Declaration read = Declaration.terminal()
                .reads("params", Map.of("id", Map.of("matches", "^[0-9]+$")))
                .writes("text", true)
                .describedAs("Reads a note.")
                .build();
        Declaration write = Declaration.terminal()
                .reads("params", Map.of("note", true, "text", Map.of("count", Map.of("lte", 100))))
                .writes("text", true)
                .build();
        Declaration list = Declaration.terminal()
                .reads("query", Map.of("limit", true))
                .reads("headers", Map.of("x-tenant", true, "accept", true))
                .writes("items", true)
                .build();
        Core core = new GateChain()
                .formatter("json", 0, PLAIN, "application/json", "application/problem+json")
                .formatter("html", 10, PLAIN, "text/html")
                .boundary("read", read, input -> Reply.ok(Map.of()))
                .boundary("write", write, input -> Reply.ok(Map.of()))
                .boundary("list", list, input -> Reply.ok(Map.of()))
                .boundary("any", input -> Reply.ok(Map.of()))
                .boundary("create", CREATE, input -> Reply.ok(Map.of()))
                .boundary("all", ALL, input -> Reply.ok(List.of()))
                .boundary("pin", PIN, input -> Reply.empty(204))
                .route("create", RouteDeclaration.of("post", "/tasks"), "create")
                .route("all", RouteDeclaration.of("get", "/tasks"), "all")
                .route("pin", RouteDeclaration.of("post", "/tasks/:id/pin"), "pin")
                .route("read", RouteDeclaration.of("get", "/notes/:id"), "read")
                .route("write", RouteDeclaration.of("put", "/notes/:note"), "write")
                .route("remove", RouteDeclaration.of("delete", "/notes/:gone").forAdmin(), "any")
                .route("list", RouteDeclaration.of("get", "/notes"), "list")
                .route("purge", RouteDeclaration.of("purge", "/notes"), "any")
                .route(
                        "blob",
                        RouteDeclaration.of("post", "/blobs/*path")
                                .consuming("text/plain")
                                .producing("application/octet-stream"),
                        "any")
                .route("one", RouteDeclaration.of("post", "/blobs/:one"), "any")
                .route("later", RouteDeclaration.of("get", "/later"), "later")
                .route("odd", RouteDeclaration.of("get", "/caf\u00e9 {x}/a:b@c"), "any")
                .start();
        return OpenApi.of("test", "1.2.3", core.routes(), core.plugins());
    }

    private Map<String, Object> paths() {
        return Data.freezeMap((Map<?, ?>) document.get("paths"));
    }

    private void eachOperation(BiConsumer<String, Map<?, ?>> check) {
        paths().forEach((path, item) -> ((Map<?, ?>) item).forEach((method, operation) -> {
            if (METHODS.contains(method)) {
                check.accept(path, (Map<?, ?>) operation);
            }
        }));
    }

    private static void collect(Object value, Set<String> references) {
        if (value instanceof Map<?, ?> map) {
            if (map.get("$ref") instanceof String reference) {
                references.add(reference);
            }
            map.values().forEach(member -> collect(member, references));
        } else if (value instanceof List<?> list) {
            list.forEach(element -> collect(element, references));
        }
    }

    private Object at(Object... steps) {
        Object value = document;
        for (Object step : steps) {
            value = step instanceof Integer index ? ((List<?>) value).get(index) : ((Map<?, ?>) value).get(step);
        }
        return value;
    }
}
