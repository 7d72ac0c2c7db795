package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Http;
import io.precinct.itests.support.PluginJar;
import io.precinct.testing.Eventually;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a boundary that does not write what it declares, and one that writes members reserved for the framework. */
@Timeout(120)
class OutputTest {
    private static final String YAML = """
            service: output
            access_log: false
            verify_output: %s
            routes:
              /logged: {method: get, boundary: careless, name: logged, verify_output: log}
              /refused: {method: get, boundary: careless, name: refused, verify_output: refuse}
              /created: {method: post, boundary: careless, name: created, verify_output: refuse}
              /unseen: {method: get, boundary: careless, name: unseen}
              /replaced: {method: get, boundary: [echo, replaces], name: replaced, verify_output: refuse}
              /forged: {method: get, boundary: forges, name: forged}
              /claimed: {method: get, boundary: claims, name: claimed}
              /denied: {method: get, boundary: denies, name: denied}
              /raw: {method: get, boundary: writes-raw, name: raw}
            scenarios:
              unseen:
                many: {expected: {count: many}}
              forged:
                sealed: {expected: {_seal: {root: mine}}}
                verified: {expected: {_verify: true}}
            """;

    @TempDir
    private static Path folder;

    private static Service service;
    private static Http http;

    /** A boundary that writes {@code payload}, a Java expression, and declares {@code count} to be 0 or more. */
    private static PluginJar writing(PluginJar jar, String name, String declaration, String payload) {
        String type = "W" + name;
        return jar.boundary(name, "test." + type, """
                package test;
                import io.precinct.api.boundary.*;
                import io.precinct.api.data.Data;
                import java.util.Map;
                public final class %s implements Boundary {
                    public Declaration declaration() { return Declaration.%s.build(); }
                    public Outcome cross(Input input) { return Reply.ok(%s).header("Location", "/here"); }
                }
                """.formatted(type, declaration, payload));
    }

    @BeforeAll
    static void start() throws Exception {
        Path boundaries = Files.createDirectories(folder.resolve("data/boundaries"));
        String counts = "terminal().writes(\"count\", Map.of(\"gte\", 0))";
        PluginJar jar = PluginJar.of("test.output", "1.0.0");
        writing(jar, "careless", counts, "Data.map(\"count\", \"many\")");
        writing(jar, "replaces", "passthrough()", "Data.map(\"label\", \"x\")");
        writing(
                jar,
                "forges",
                counts,
                "Data.map(\"count\", 1, \"_seal\", Data.map(\"root\", \"mine\"), \"_verify\", true, \"_trace\", 1)");
        jar.boundary("claims", "test.Claims", """
                package test;
                import io.precinct.api.boundary.*;
                public final class Claims implements Boundary {
                    public Declaration declaration() { return Declaration.terminal().build(); }
                    public Outcome cross(Input input) {
                        return Reply.of(200, Body.text("text/plain", "as it is"))
                            .header("X-Service-Verified", "3")
                            .header("x-service-seal", "mine")
                            .header("X-Own", "mine");
                    }
                }
                """);
        jar.boundary("denies", "test.Denies", """
                package test;
                import io.precinct.api.boundary.*;
                public final class Denies implements Boundary {
                    public Declaration declaration() { return Declaration.terminal().build(); }
                    public Outcome cross(Input input) {
                        return Denial.of(403, "no")
                            .with("_seal", "forged-seal").with("_verify", "forged").with("_trace", "forged")
                            .with("_recorded", "forged").with("code", "mine").header("X-Service-Seal", "forged");
                    }
                }
                """);
        jar.boundary("writes-raw", "test.WritesRaw", """
                package test;
                import io.precinct.api.boundary.*;
                public final class WritesRaw implements Boundary {
                    public Declaration declaration() { return Declaration.terminal().build(); }
                    public Outcome cross(Input input) {
                        return Reply.of(200, Body.text("application/problem+json; charset=utf-8",
                            "{\\"kept\\": 1, \\"_s\\\\u0065al\\": {\\"root\\": \\"forged\\"}, \\"_verify\\": \\"forged\\"}"));
                    }
                }
                """);
        jar.writeTo(boundaries.resolve("output.jar"));
        service = Service.on(folder, YAML.formatted("off"));
        http = service.http;
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static Map<?, ?> firstCrossing(Http.Answer traced) {
        Map<?, ?> trace = (Map<?, ?>) traced.json().get("_trace");
        return (Map<?, ?>) ((List<?>) trace.get("crossings")).getFirst();
    }

    @Test
    void whatDoesNotFitIsLoggedOnceCountedAndShownInTheTrace() throws Exception {
        assertThat(http.get("/logged").status()).isEqualTo(200);
        Http.Answer traced = http.get("/logged", "X-Service-Trace", "1");

        assertThat(traced.json()).containsEntry("count", "many");
        assertThat(firstCrossing(traced).get("drift")).isEqualTo(List.of("count: expected {\"gte\":0}, got \"many\""));
        assertThat(http.get("/metrics").text()).contains("precinct_boundary_drifts_total{boundary=\"careless\"}");
        String log = Files.readString(service.data.resolve("logs/precinct.log"));
        assertThat(log.split("careless wrote what does not fit", -1)).hasSize(2);
        assertThat(log).doesNotContain("got \\\"many");
    }

    @Test
    void whatDoesNotFitIsRefusedWhereTheRouteSaysSo() {
        Http.Answer refused = http.get("/refused");
        assertThat(refused.status()).isEqualTo(500);
        assertThat(refused.json())
                .containsEntry("code", "output_shape")
                .containsEntry("boundary", "careless")
                .containsEntry("failures", List.of("count: expected {\"gte\":0}, got \"many\""))
                .containsKey("_seal");
        Http.Answer created = http.post("/created", "{}");
        assertThat(created.status()).isEqualTo(500);
        assertThat(created.header("X-Service-Committed")).isEqualTo("true");
        assertThat(created.header("Location")).isEqualTo("/here");
        assertThat(http.get("/replaced").json())
                .containsEntry("boundary", "replaces")
                .containsEntry("failures", List.of("echoed: expected {}, got missing"));
    }

    @Test
    void aDenialSaysNothingThatOnlyTheFrameworkMaySay() {
        for (String trace : List.of("0", "1")) {
            Http.Answer denied = http.get("/denied", "X-Service-Trace", trace);

            assertThat(denied.status()).isEqualTo(403);
            assertThat(denied.text()).doesNotContain("forged");
            assertThat(denied.header("X-Service-Seal")).hasSize(64);
            assertThat(denied.json())
                    .containsEntry("error", "no")
                    .containsEntry("code", "mine")
                    .doesNotContainKeys("_verify", "_recorded")
                    .hasEntrySatisfying(
                            "_seal",
                            seal -> assertThat(((Map<?, ?>) seal).get("root"))
                                    .isEqualTo(denied.header("X-Service-Seal")));
        }
        Http.Answer traced = http.get("/denied", "X-Service-Trace", "1");
        assertThat(firstCrossing(traced).get("writes").toString())
                .contains("error", "code")
                .doesNotContain("_");
    }

    @Test
    void aProbeFailsOnItEvenWhereNobodyLooks() {
        assertThat(http.get("/unseen").status()).isEqualTo(200);
        Http.Answer probed = http.get("/unseen", "X-Service-Verify", "many");
        assertThat(probed.status()).isEqualTo(422);
        assertThat(probed.json().get("scenarios").toString())
                .contains("output_shape of careless", "count: expected {\"gte\":0}, got \"many\"")
                .doesNotContain("name=many");
    }

    @Test
    void whatOnlyTheFrameworkMaySayIsNotTakenFromABoundary() {
        Http.Answer plain = http.get("/forged");
        assertThat(plain.json()).containsOnlyKeys("count", "_seal");
        assertThat(((Map<?, ?>) plain.json().get("_seal")).get("root")).isEqualTo(plain.header("X-Service-Seal"));

        Http.Answer probed = http.get("/forged", "X-Service-Verify", "route");
        assertThat(probed.status()).isEqualTo(422);
        assertThat(probed.json().get("scenarios").toString())
                .contains("_seal: expected {\"root\":\"mine\"}, got missing", "_verify: expected true, got missing");
        assertThat(http.get("/forged", "X-Service-Trace", "1").json().get("_trace"))
                .isInstanceOf(Map.class);
    }

    @Test
    void norFromTheBytesOfARawJsonBody() {
        Http.Answer raw = http.get("/raw");
        assertThat(raw.json()).containsOnlyKeys("kept");
        assertThat(raw.text()).doesNotContain("forged");
        assertThat(raw.header("Content-Type")).startsWith("application/problem+json");
    }

    @Test
    void norIsAHeaderEvenBesideABodyThatNobodyRenders() {
        Http.Answer claimed = http.get("/claimed");
        assertThat(claimed.text()).isEqualTo("as it is");
        assertThat(claimed.header("X-Own")).isEqualTo("mine");
        assertThat(claimed.header("X-Service-Verified")).isNull();
        assertThat(claimed.header("X-Service-Seal")).isNotNull().isNotEqualTo("mine");
    }

    @Test
    void theServiceSaysItForAllRoutesAndAReloadIsEnough() {
        Service.write(service.config.resolve("service.yml"), YAML.formatted("refuse"));
        Eventually.until("the refusal", () -> http.get("/unseen").status() == 500);
        Service.write(service.config.resolve("service.yml"), YAML.formatted("off"));
        Eventually.until("the answer", () -> http.get("/unseen").status() == 200);
    }
}
