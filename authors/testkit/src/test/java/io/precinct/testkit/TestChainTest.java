package io.precinct.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.boundary.Boundary;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.format.Formatter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TestChainTest {
    private static final class Greet implements Boundary {
        @Override
        public Declaration declaration() {
            return Declaration.terminal()
                    .reads("params", Map.of("name", true))
                    .writes("greeting", true)
                    .build();
        }

        @Override
        public Outcome cross(Input input) {
            return Reply.ok(Map.of("greeting", "Hello " + input.params().text("name")));
        }
    }

    private static TestChain greeting() {
        return TestChain.with("greet", new Greet())
                .route("GET /greet/:name", "greet")
                .scenario("greet", "polite", Map.of("greeting", Map.of("prefix", "Hello")))
                .scenario("greet", "rude", Map.of("greeting", Map.of("prefix", "Oi")))
                .start();
    }

    @Test
    void aBoundaryAnswersThroughTheWholeChain() {
        try (var chain = greeting()) {
            TestAnswer answer = chain.get("/greet/kim").send();

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.json()).containsEntry("greeting", "Hello kim");
            assertThat(answer.mediaType()).isEqualTo("application/json");
            assertThat(answer.header("X-Service-Seal")).matches("[0-9a-f]{64}");
            assertThat(answer.text()).contains("\"_seal\"");
        }
    }

    @Test
    void scenariosPassAndFailLikeInTheRealService() {
        try (var chain = greeting()) {
            TestAnswer polite = chain.get("/greet/kim").verify("polite").send();
            TestAnswer all = chain.get("/greet/kim").verify("route").send();
            TestAnswer unknown = chain.get("/greet/kim").verify("nobody").send();

            assertThat(polite.status()).isEqualTo(200);
            assertThat(polite.failures()).isEmpty();
            assertThat(all.status()).isEqualTo(422);
            assertThat(all.json()).containsEntry("error", "scenario mismatch");
            assertThat(all.failures()).containsExactly("greeting: expected {\"prefix\":\"Oi\"}, got \"Hello kim\"");
            assertThat(unknown.json())
                    .containsEntry("error", "no scenarios found")
                    .containsEntry("available", List.of("polite", "rude"));
        }
    }

    @Test
    void aPayloadThatIsNotWhatWasDeclaredIsNoAnswer() {
        Boundary careless = new Boundary() {
            @Override
            public Declaration declaration() {
                return Declaration.terminal().writes("count", Map.of("gte", 0)).build();
            }

            @Override
            public Outcome cross(Input input) {
                return Reply.ok(Map.of("count", "3", "_seal", "mine"));
            }
        };
        try (var chain = TestChain.with("careless", careless)
                .route("GET /count", "careless")
                .start()) {
            TestAnswer answer = chain.get("/count").send();

            assertThat(answer.status()).as(answer.text()).isEqualTo(500);
            assertThat(answer.json()).containsEntry("code", "output_shape").containsEntry("boundary", "careless");
            assertThat(answer.failures())
                    .containsExactly(
                            "count: expected {\"gte\":0}, got \"3\"",
                            "_seal: expected \"no member of the framework's\", got one, which was dropped");
        }
    }

    @Test
    void theTraceShowsTheOrderOfTheChain() {
        try (var chain = greeting()) {
            Map<?, ?> trace =
                    (Map<?, ?>) chain.get("/greet/kim").trace().send().json().get("_trace");

            assertThat((List<?>) trace.get("crossings"))
                    .extracting(c -> ((Map<?, ?>) c).get("boundary"))
                    .asString()
                    .isEqualTo("[greet, enforce_denials, verify_route, trace_emit]");
        }
    }

    @Test
    void aFormatterUnderTestIsChosenByAccept() {
        Formatter shout = target -> new Formatter.Rendition(
                "text/x-shout",
                String.valueOf(target.payload()).toUpperCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8));
        try (var chain = TestChain.with("greet", new Greet())
                .formatter("shout", shout, "text/x-shout")
                .route("GET /greet/:name", "greet")
                .start()) {
            assertThat(chain.get("/greet/kim").accept("text/x-shout").send().text())
                    .contains("HELLO KIM");
        }
    }

    @Test
    void aBadScenarioIsRefusedWhenItIsAttached() {
        assertThatThrownBy(() -> TestChain.empty().scenario("x", "y", Map.of("n", Map.of("gte", List.of()))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("gte takes a number");
    }
}
