package io.precinct.boundary.verifyroute;

import static io.precinct.boundary.testing.GateRequest.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Reply;
import io.precinct.boundary.testing.GateAnswer;
import io.precinct.boundary.testing.GateChain;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RawBodyTest {
    private final AtomicInteger drained = new AtomicInteger();
    private final GateChain chain = new GateChain()
            .boundary("verify_route", new VerifyRoute())
            .boundary(
                    "file",
                    input ->
                            Reply.of(206, new Body.Stream("text/plain", 42, "blob7", out -> drained.incrementAndGet())))
            .route("get", "/file", "file")
            .scenario(
                    "file",
                    "described",
                    "",
                    Map.of("content_type", Map.of("prefix", "text/"), "length", 42, "status", 206, "blob_id", "blob7"))
            .scenario("file", "inside", "", Map.of("length", 43, "lines", Map.of("count", 3)))
            .started();

    @Test
    void theDescriptorIsComparedAndTheBodyNeverDrained() {
        GateAnswer answer = chain.send(get("/file").verifying("described"));

        assertThat(answer.status()).isEqualTo(206);
        assertThat(answer.body()).isInstanceOf(Body.Stream.class);
        assertThat(answer.headers().first("X-Service-Verified")).isEqualTo("1");
        assertThat(drained).hasValue(0);
    }

    @Test
    void aFieldInsideTheBodyCannotBeInspected() {
        GateAnswer answer = chain.send(get("/file").verifying("inside"));

        assertThat(answer.status()).isEqualTo(422);
        assertThat((List<?>) answer.at("scenarios", 0, "failures"))
                .map(String::valueOf)
                .containsExactlyInAnyOrder(
                        "length: expected 43, got 42", "lines: expected {\"count\":3}, got not inspectable");
        assertThat(drained).hasValue(0);
    }

    @Test
    void aRunOfTheScenarioSaysWhetherItPassed() {
        Map<String, Object> described = chain.core().runScenario("file", "described", Map.of(), Map.of());
        Map<String, Object> inside = chain.core().runScenario("file", "inside", Map.of(), Map.of());

        assertThat(described).containsEntry("passed", true).containsEntry("status", 206);
        assertThat(described.get("body")).asString().contains("blob7");
        assertThat(inside).containsEntry("passed", false).containsEntry("status", 422);
        assertThat(drained).hasValue(0);
    }
}
