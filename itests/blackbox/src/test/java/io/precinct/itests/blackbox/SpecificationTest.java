package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.precinct.itests.support.Http;
import io.precinct.itests.support.PluginJar;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests every row of every table of the request framework's contract, over HTTP against the packaged distribution. */
class SpecificationTest {
    private static final String YAML = """
            service: contract
            strict_input: !Env {name: PRECINCT_STRICT_INPUT_OF_NO_ONE, default: false}
            routes:
              /echo/:message: {method: get, boundary: echo, name: echo}
              /plain/:message: {method: get, boundary: echo, name: plain}
              /good/:message: {method: get, boundary: echo, name: good}
              /door: {method: get, boundary: [door, echo], name: door, optional: true}
              /misuse/:how: {method: get, boundary: misuse, name: misuse, optional: true}
            scenarios:
              echo:
                inline-pass:
                  description: The message is there.
                  expected: {echoed: {message: true}}
                inline-fail:
                  description: No message is this long.
                  expected: {echoed: {message: {count: {gte: 1000}}}}
                fixture-pass: !Fixture contract/pass
                fixture-fail: !Fixture fail
              good:
                one: {expected: {echoed: true}}
                two: {expected: {echoed: {message: hello}}}
              door:
                open: {expected: {echoed: true}}
            """;

    @TempDir
    private static Path folder;

    private static Service service;
    private static Http http;

    @BeforeAll
    static void start() {
        Service.write(
                folder.resolve("config/fixtures/contract/pass.yml"),
                "description: From a file.\nexpected: {echoed: {message: {matches: '^h'}}}\n");
        Service.write(
                folder.resolve("config/fixtures/mocks/fail.yml"),
                "description: From a mock.\nexpected: {echoed: {message: {prefix: zzz}}}\n");
        service = Service.on(folder, YAML);
        http = service.http;
        deploy("door", """
                return Denial.of(401, "no badge").requiring("badge");""");
        deploy("misuse", """
                var catalogue = input.runtime().catalogue();
                switch (input.params().text("how")) {
                    case "undeclared-key" -> catalogue.build(Stage.SCENARIO, b -> b.set("bogus", 1));
                    case "missing-key" -> catalogue.build(Stage.BOOT, b -> b.set("args", java.util.Map.of()));
                    default -> { }
                }
                return Reply.ok(java.util.Collections.singletonMap("found", input.get("nobody_declared_this")));""");
    }

    private static void deploy(String name, String body) {
        PluginJar.of("contract." + name, "1.0.0")
                .boundary(name, "contract." + name, """
                        package contract;
                        import io.precinct.api.boundary.*;
                        import io.precinct.api.envelope.Stage;
                        public final class %s implements Boundary {
                            public Declaration declaration() { return Declaration.terminal().build(); }
                            public Outcome cross(Input input) {
                                %s
                            }
                        }
                        """.formatted(name, body))
                .writeTo(service.boundaries.resolve(name + ".jar"));
        service.awaitServed(name);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void theCatalogueHasElevenFourAndFourKeys() {
        Map<?, ?> stages =
                (Map<?, ?>) http.get("/inspect/framework-schema").json().get("stages");

        assertThat(keys(stages.get("request")))
                .containsExactly(
                        "runtime",
                        "service",
                        "params",
                        "query",
                        "headers",
                        "path",
                        "route",
                        "adapter",
                        "context",
                        "args",
                        "identity");
        assertThat(keys(stages.get("boot"))).containsExactly("runtime", "config_dir", "context", "args");
        assertThat(keys(stages.get("scenario"))).containsExactly("runtime", "context", "params", "headers");
        assertThat(stages.keySet().stream().map(String::valueOf)).containsExactly("request", "boot", "scenario");
    }

    @Test
    void everyEntryOfTheRequestStageIsServedAsItIsSpecified() {
        var answer = http.get("/inspect/framework-schema/request").json();

        assertThat(answer).containsEntry("stage", "request");
        List<?> entries = (List<?>) answer.get("entries");
        assertThat(entries.stream().map(SpecificationTest::row))
                .containsExactly(
                        List.of("runtime", "Runtime", "Dispatch.build_input", false),
                        List.of("service", "Hash", "Dispatch.build_input", false),
                        List.of("params", "Hash", "Dispatch.build_input", false),
                        List.of("query", "Hash", "Dispatch.build_input", false),
                        List.of("headers", "Hash", "Dispatch.build_input", false),
                        List.of("path", "String", "Dispatch.build_input", false),
                        List.of("route", "Hash", "Dispatch.build_input", false),
                        List.of("adapter", "String", "Dispatch.invoke", true),
                        List.of("context", "Context", "Dispatcher::Chain#execute", true),
                        List.of("args", "Hash", "Dispatcher::Chain#execute", true),
                        List.of("identity", "caller-provided", "", true));
        assertThat(entries)
                .allSatisfy(entry -> assertThat(
                                ((Map<?, ?>) entry).keySet().stream().map(String::valueOf))
                        .containsExactly("key", "type", "stage", "written_by", "optional", "description"));
    }

    @Test
    void bootAndScenarioSayWhoWritesThemAndWhatIsOptional() {
        List<?> boot =
                (List<?>) http.get("/inspect/framework-schema/boot").json().get("entries");
        List<?> scenario =
                (List<?>) http.get("/inspect/framework-schema/scenario").json().get("entries");

        assertThat(boot.stream().map(SpecificationTest::row))
                .containsExactly(
                        List.of("runtime", "Runtime", "Runtime#boot_from_config", false),
                        List.of("config_dir", "String", "Runtime#boot_from_config", false),
                        List.of("context", "Context", "Runtime#boot_from_config", false),
                        List.of("args", "Hash", "Runtime#boot_from_config", false));
        assertThat(scenario.stream().map(SpecificationTest::row))
                .containsExactly(
                        List.of("runtime", "Runtime", "Scenario#run", false),
                        List.of("context", "Context", "Scenario#run", false),
                        List.of("params", "Hash", "Scenario#run", true),
                        List.of("headers", "Hash", "Scenario#run", true));
    }

    @Test
    void anUnknownStageIs404WithTheStagesThereAre() {
        var answer = http.get("/inspect/framework-schema/shutdown");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(unsealed(answer))
                .containsExactly(
                        entry("error", "unknown stage: shutdown"),
                        entry("available", List.of("request", "boot", "scenario")));
    }

    @Test
    void aPassingScenarioKeepsThePayloadAndAddsItsResult() {
        var answer = http.get("/echo/hello", "X-Service-Verify", "inline-pass");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(unsealed(answer))
                .containsExactly(
                        entry("echoed", Map.of("message", "hello")),
                        entry("_verify", List.of(result("inline-pass", "The message is there.", List.of()))));
    }

    @Test
    void aFailingScenarioIs422WithTheFailingEntries() {
        var answer = http.get("/echo/hello", "X-Service-Verify", "inline-fail");

        assertThat(answer.status()).isEqualTo(422);
        assertThat(unsealed(answer))
                .containsExactly(
                        entry("error", "scenario mismatch"),
                        entry("route", "echo"),
                        entry("verify", "inline-fail"),
                        entry(
                                "scenarios",
                                List.of(
                                        result(
                                                "inline-fail",
                                                "No message is this long.",
                                                List.of(
                                                        "echoed.message: expected {\"count\":{\"gte\":1000}}, got \"hello\"")))));
    }

    @Test
    void modeRouteRunsInlineAndFixtureScenariosAndListsOnlyFailures() {
        var answer = http.get("/echo/hello", "X-Service-Verify", "route");

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.json()).containsEntry("verify", "route");
        assertThat((List<?>) answer.json().get("scenarios"))
                .extracting(s -> ((Map<?, ?>) s).get("name"))
                .isEqualTo(List.of("inline-fail", "fixture-fail"));
    }

    @Test
    void fixturesAreFoundBelowTheFolderAndBelowItsMocks() {
        assertThat(http.get("/echo/hello", "X-Service-Verify", "fixture-pass").status())
                .isEqualTo(200);
        var mock = http.get("/echo/hello", "X-Service-Verify", "fixture-fail");

        assertThat(mock.status()).isEqualTo(422);
        assertThat(mock.text()).contains("From a mock.", "{\\\"prefix\\\":\\\"zzz\\\"}, got \\\"hello\\\"");
    }

    @Test
    void modeRouteWithAllPassingListsAll() {
        var answer = http.get("/good/hello", "X-Service-Verify", "route");

        assertThat(answer.status()).isEqualTo(200);
        assertThat((List<?>) answer.json().get("_verify"))
                .extracting(r -> ((Map<?, ?>) r).get("name"))
                .isEqualTo(List.of("one", "two"));
    }

    @Test
    void aRouteWithoutScenariosSaysSo() {
        var answer = http.get("/plain/hello", "X-Service-Verify", "route");

        assertThat(answer.status()).isEqualTo(422);
        assertThat(unsealed(answer))
                .containsExactly(
                        entry("error", "no scenarios found"),
                        entry("route", "plain"),
                        entry("verify", "route"),
                        entry("available", List.of()));
    }

    @Test
    void anUnknownScenarioIs422WithThoseAvailable() {
        var answer = http.get("/echo/hello", "X-Service-Verify", "nobody");

        assertThat(answer.status()).isEqualTo(422);
        assertThat(unsealed(answer))
                .containsExactly(
                        entry("error", "no scenarios found"),
                        entry("route", "echo"),
                        entry("verify", "nobody"),
                        entry("available", List.of("inline-pass", "inline-fail", "fixture-pass", "fixture-fail")));
    }

    @Test
    void anEmptyOptionDoesNothing() {
        assertThat(http.get("/echo/hello", "X-Service-Verify", " ").json()).doesNotContainKey("_verify");
        assertThat(http.get("/echo/hello").json()).doesNotContainKeys("_verify", "_trace");
    }

    @Test
    void queryAndPreferAreOtherFormsOfTheOption() {
        assertThat(http.get("/echo/hello?_verify=inline-pass").json()).containsKey("_verify");
        var preferred = http.get("/echo/hello", "Prefer", "verify=inline-pass");
        assertThat(preferred.json()).containsKey("_verify");
        assertThat(preferred.header("Preference-Applied")).isEqualTo("verify=inline-pass");
        assertThat(http.get("/echo/hello?_verify=inline-fail", "X-Service-Verify", "inline-pass")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void theTraceShowsTheChainInOrderWithTheProbeInIt() {
        var answer = http.get("/echo/hello", "X-Service-Trace", "1", "X-Service-Verify", "inline-pass");
        Map<?, ?> trace = (Map<?, ?>) answer.json().get("_trace");
        List<?> crossings = (List<?>) trace.get("crossings");

        assertThat(crossings)
                .extracting(c -> ((Map<?, ?>) c).get("boundary"))
                .isEqualTo(List.of("echo", "enforce_denials", "verify_route", "trace_emit"));
        assertThat(((Map<?, ?>) crossings.get(2)).get("verify")).isEqualTo(Map.of("passed", 1, "failed", 0));
        assertThat(((Map<?, ?>) crossings.get(2)).get("type_addr"))
                .isEqualTo(((Map<?, ?>) crossings.get(0)).get("type_addr"));
        assertThat(((Map<?, ?>) crossings.getFirst()).get("reads")).isEqualTo(List.of("params"));
        assertThat(answer.header("Server-Timing")).contains("format;dur=", "seal;dur=");
    }

    @Test
    void aDenialIsFormattedTracedAndSealedButNeverVerified() {
        var answer = http.get("/door", "X-Service-Verify", "open", "X-Service-Trace", "1");
        List<?> crossings = (List<?>) ((Map<?, ?>) answer.json().get("_trace")).get("crossings");

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.json()).containsEntry("error", "no badge").containsEntry("failed_requirement", "badge");
        assertThat(crossings)
                .extracting(c -> ((Map<?, ?>) c).get("boundary") + " " + ((Map<?, ?>) c).get("status"))
                .isEqualTo(List.of(
                        "door ok",
                        "enforce_denials halted",
                        "echo skipped",
                        "enforce_denials skipped",
                        "verify_route skipped",
                        "trace_emit ok"));
        assertThat(answer.header("X-Service-Seal")).hasSize(64);
    }

    @Test
    void bothSchemaErrorsAnswerOverHttp() {
        var undeclared = http.get("/misuse/undeclared-key");
        var missing = http.get("/misuse/missing-key");

        assertThat(undeclared.status()).isEqualTo(500);
        assertThat(undeclared.json()).containsEntry("code", "schema_error").containsEntry("stage", "scenario");
        assertThat(String.valueOf(undeclared.json().get("error")))
                .startsWith("SchemaError")
                .contains("bogus");
        assertThat(missing.json()).containsEntry("code", "schema_error").containsEntry("stage", "boot");
        assertThat(String.valueOf(missing.json().get("error"))).contains("runtime, config_dir, context");
    }

    @Test
    void undeclaredInputFallsBackWhileInputIsNotStrict() {
        assertThat(http.get("/misuse/nothing").json()).containsEntry("found", null);
    }

    @Test
    void theShippedBoundariesAreOfTheKindsThatAreSpecified() {
        assertThat(manifest("echo"))
                .containsEntry("kind", "terminal")
                .containsEntry("input_shape", Map.of("params", true));
        assertThat(manifest("echo")).containsEntry("output_shape", Map.of("echoed", true));
        for (String formatter : List.of("json_formatter", "html_formatter", "markdown_formatter", "text_formatter")) {
            assertThat(manifest(formatter))
                    .containsEntry("kind", "terminal")
                    .containsEntry("input_shape", Map.of("target", true))
                    .containsEntry("output_shape", Map.of("body", true, "content_type", true));
        }
        for (String passthrough : List.of("verify_route", "trace_emit")) {
            assertThat(manifest(passthrough))
                    .containsEntry("kind", "passthrough")
                    .containsEntry("input_shape", Map.of())
                    .containsEntry("output_shape", null);
        }
        assertThat(capabilities("verify_route")).contains("verify", "passthrough");
        assertThat(capabilities("trace_emit")).contains("trace", "passthrough");
        assertThat(manifest("enforce_denials"))
                .containsEntry("kind", "gate")
                .containsEntry("input_shape", Map.of())
                .containsEntry(
                        "output_shape", Map.of("ok", true, "status", true, "error", true, "failed_requirement", true));
    }

    @Test
    void anUnknownBoundaryIs404WithThoseAvailable() {
        var answer = http.get("/inspect/boundary/nobody");

        assertThat(answer.status()).isEqualTo(404);
        assertThat((List<?>) answer.json().get("available"))
                .map(String::valueOf)
                .contains("echo", "seal");
    }

    private static Map<String, Object> manifest(String boundary) {
        return new LinkedHashMap<>(http.get("/inspect/boundary/" + boundary).json());
    }

    private static List<String> capabilities(String boundary) {
        return ((List<?>) manifest(boundary).get("capabilities"))
                .stream().map(String::valueOf).toList();
    }

    private static List<String> keys(Object entries) {
        return ((List<?>) entries)
                .stream().map(e -> String.valueOf(((Map<?, ?>) e).get("key"))).toList();
    }

    private static List<Object> row(Object entry) {
        Map<?, ?> map = (Map<?, ?>) entry;
        var row = new ArrayList<Object>();
        row.add(map.get("key"));
        row.add(map.get("type"));
        row.add(map.get("written_by") == null ? "" : map.get("written_by"));
        row.add(map.get("optional"));
        return row;
    }

    private static Map<String, Object> result(String name, String description, List<String> failures) {
        return Map.of("name", name, "description", description, "passed", failures.isEmpty(), "failures", failures);
    }

    private static Map<String, Object> unsealed(Http.Answer answer) {
        var body = new LinkedHashMap<String, Object>(answer.json());
        body.remove("_seal");
        return body;
    }
}
