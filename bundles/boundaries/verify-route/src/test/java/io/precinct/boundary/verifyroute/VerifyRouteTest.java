package io.precinct.boundary.verifyroute;

import static io.precinct.boundary.testing.GateRequest.get;
import static io.precinct.boundary.testing.GateRequest.post;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.Capability;
import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Denial;
import io.precinct.api.boundary.Kind;
import io.precinct.api.boundary.Reply;
import io.precinct.api.config.TagException;
import io.precinct.api.data.Data;
import io.precinct.boundary.testing.GateAnswer;
import io.precinct.boundary.testing.GateChain;
import io.precinct.boundary.testing.GateRequest;
import io.precinct.boundary.traceemit.TraceEmit;
import io.precinct.core.api.config.LateTag;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VerifyRouteTest {
    private static final Map<String, Object> PAYLOAD = Map.of("greeting", "hello", "count", 3);

    @Test
    void withoutTheOptionNothingHappens() {
        GateAnswer answer = scenarios().send(get("/hello"));

        assertThat(answer.payload()).isEqualTo(PAYLOAD);
        assertThat(scenarios().send(get("/hello").verifying("  ")).payload()).isEqualTo(PAYLOAD);
    }

    @Test
    void aScenarioThatPassesIsAddedToTheAnswer() {
        GateAnswer answer = scenarios().send(get("/hello").verifying("good"));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.payload())
                .containsOnlyKeys("greeting", "count", "_verify")
                .containsAllEntriesOf(PAYLOAD);
        assertThat(answer.at("_verify"))
                .isEqualTo(List.of(
                        Map.of("name", "good", "description", "it greets", "passed", true, "failures", List.of())));
    }

    @Test
    void aScenarioWithoutDescriptionHasNone() {
        GateAnswer answer = scenarios().send(get("/hello").verifying("bare"));

        assertThat(answer.at("_verify"))
                .isEqualTo(List.of(Map.of("name", "bare", "passed", true, "failures", List.of())));
    }

    @Test
    void aScenarioThatFailsIsA422ThatNamesEveryMismatch() {
        GateAnswer answer = scenarios().send(get("/hello").verifying("bad"));

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.payload())
                .isEqualTo(Map.of(
                        "error",
                        "scenario mismatch",
                        "route",
                        "hello",
                        "verify",
                        "bad",
                        "scenarios",
                        List.of(Map.of(
                                "name",
                                "bad",
                                "description",
                                "it does not greet",
                                "passed",
                                false,
                                "failures",
                                List.of(
                                        "greeting: expected \"bye\", got \"hello\"",
                                        "count: expected {\"gte\":4}, got 3",
                                        "absent: expected true, got missing")))));
        assertThat(answer.payload().keySet()).containsExactly("error", "route", "verify", "scenarios");
    }

    @Test
    void routeRunsAllScenariosAndA422ListsOnlyThoseThatFailed() {
        GateAnswer failed = scenarios().send(get("/hello").verifying("route"));

        assertThat(failed.status()).isEqualTo(422);
        assertThat(failed.at("verify")).isEqualTo("route");
        assertThat((List<?>) failed.at("scenarios")).hasSize(1);
        assertThat(failed.at("scenarios", 0, "name")).isEqualTo("bad");
    }

    @Test
    void routeListsAllScenariosWhereAllPass() {
        GateAnswer passed = chain(input -> Reply.of(201, PAYLOAD))
                .scenario("hello", "one", "first", Map.of("count", 3))
                .scenario("hello", "two", "second", Map.of("greeting", Map.of("prefix", "he")))
                .started()
                .send(get("/hello").verifying("route"));

        assertThat(passed.status()).isEqualTo(201);
        assertThat(passed.at("_verify", 0, "name")).isEqualTo("one");
        assertThat(passed.at("_verify", 1, "name")).isEqualTo("two");
    }

    @Test
    void aPayloadThatIsNotWhatItsBoundaryDeclaresFailsBesideTheScenarios() {
        var declared = Declaration.terminal().writes("count", Map.of("gte", 10)).build();
        GateAnswer answer = new GateChain()
                .boundary("verify_route", new VerifyRoute())
                .boundary("hello", declared, input -> Reply.ok(Map.of("count", 3, "_verify", List.of("forged"))))
                .route("get", "/hello", "hello")
                .scenario("hello", "good", "", Map.of("count", 3))
                .scenario("hello", "forged", "", Map.of("_verify", true))
                .started()
                .send(get("/hello").verifying("route"));

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.payload())
                .containsEntry("error", "scenario mismatch")
                .containsEntry(
                        "scenarios",
                        List.of(
                                Map.of(
                                        "name",
                                        "output_shape of hello",
                                        "description",
                                        "What the boundary wrote, against what it declares.",
                                        "passed",
                                        false,
                                        "failures",
                                        List.of(
                                                "count: expected {\"gte\":10}, got 3",
                                                "_verify: expected \"no member of the framework's\", got one, which was dropped")),
                                Map.of(
                                        "name",
                                        "forged",
                                        "description",
                                        "",
                                        "passed",
                                        false,
                                        "failures",
                                        List.of("_verify: expected true, got missing"))));
    }

    @Test
    void anUnknownScenarioIsA422ThatListsWhatThereIs() {
        GateAnswer answer = scenarios().send(get("/hello").verifying("nope"));

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.payload())
                .isEqualTo(Map.of(
                        "error",
                        "no scenarios found",
                        "route",
                        "hello",
                        "verify",
                        "nope",
                        "available",
                        List.of("good", "bad", "bare")));
    }

    @Test
    void aRouteWithoutScenariosIsA422WithNothingAvailable() {
        GateAnswer answer =
                chain(input -> Reply.ok(PAYLOAD)).started().send(get("/hello").verifying("route"));

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.at("available")).isEqualTo(List.of());
    }

    @Test
    void aPayloadThatIsNoMapIsComparedAndAnsweredAsBody() {
        GateAnswer answer = chain(input -> Reply.ok(List.of("a", "b")))
                .scenario("hello", "two", "", Map.of("body", Map.of("count", 2)))
                .started()
                .send(get("/hello").verifying("two"));

        assertThat(answer.payload()).containsOnlyKeys("body", "_verify");
        assertThat(answer.at("body")).isEqualTo(List.of("a", "b"));
    }

    @Test
    void aRefusalIsAnsweredAsItselfAndTheTraceSaysWhyItWasNotVerified() {
        GateAnswer answer = chain(input -> Denial.of(401, "who are you"))
                .scenario("hello", "good", "", Map.of("greeting", true))
                .started()
                .send(get("/hello").verifying("good").traced());

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.at("error")).isEqualTo("who are you");
        assertThat(answer.crossing("verify_route").get("status")).isEqualTo("skipped");
        assertThat(answer.crossing("verify_route").get("reason")).isEqualTo("halted");
    }

    @Test
    void anErrorThatIsAReplyIsAnsweredAsItselfToo() {
        GateAnswer answer = chain(input -> Reply.of(404, Map.of("error", "no such thing")))
                .started()
                .send(get("/hello").verifying("route").traced());

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.crossing("verify_route").get("reason")).isEqualTo("status 404");
    }

    @Test
    void aPathWithoutARouteStaysA404() {
        GateAnswer answer = scenarios().send(get("/nowhere").verifying("good"));

        assertThat(answer.status()).isEqualTo(404);
    }

    @Test
    void theTypeOfASuccessIsCarriedAlongAndAMismatchHasThatOfErrors() {
        GateAnswer passed = scenarios().send(get("/hello").verifying("good").traced());
        GateAnswer failed = scenarios().send(get("/hello").verifying("bad").traced());
        GateAnswer refused = scenarios().send(get("/nowhere").traced());

        assertThat(passed.crossing("verify_route").get("type_addr"))
                .isEqualTo(passed.crossing("hello").get("type_addr"));
        assertThat(failed.crossing("verify_route").get("type_addr"))
                .isNotEqualTo(failed.crossing("hello").get("type_addr"))
                .isEqualTo(refused.crossing("trace_emit").get("type_addr"));
    }

    @Test
    void theTraceCountsWhatPassedAndWhatFailed() {
        GateAnswer answer = scenarios().send(get("/hello").verifying("route").traced());

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.crossing("verify_route").get("verify")).isEqualTo(Map.of("passed", 2, "failed", 1));
    }

    @Test
    void aMismatchAfterAWriteSaysThatItIsDoneAndWhere() {
        GateChain chain = new GateChain()
                .boundary("verify_route", new VerifyRoute())
                .boundary(
                        "create",
                        input -> Reply.created("/things/7", Map.of("id", 7)).header("ETag", "\"v1\""))
                .route("post", "/things", "create")
                .scenario("create", "eight", "", Map.of("id", 8))
                .started();

        for (String option : List.of("eight", "unknown")) {
            GateAnswer answer = chain.send(post("/things", "{}").verifying(option));

            assertThat(answer.status()).isEqualTo(422);
            assertThat(answer.headers().first("X-Service-Committed")).isEqualTo("true");
            assertThat(answer.headers().first("Location")).isEqualTo("/things/7");
            assertThat(answer.headers().first("ETag")).isNull();
        }
    }

    @Test
    void aMismatchOfASafeRequestDoesNotSpeakOfAWrite() {
        GateAnswer answer = scenarios().send(get("/hello").verifying("bad"));

        assertThat(answer.headers().first("X-Service-Committed")).isNull();
    }

    @Test
    void aScenarioThatCannotBeResolvedHasFailed() {
        GateAnswer answer = chain(input -> Reply.ok(PAYLOAD))
                .resolver("Fixture", call -> {
                    throw new TagException("there is no fixture " + call.argument());
                })
                .scenario("hello", "late", "Fixture", "gone")
                .started()
                .send(get("/hello").verifying("late"));

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.at("scenarios", 0, "failures"))
                .isEqualTo(List.of("expected: expected a scenario that resolves, got there is no fixture gone"));
    }

    @Test
    void everyTagThatFailsIsToldWithItsFieldInTheOrderOfWhatIsExpected() {
        Map<String, Object> deep = new LinkedHashMap<>();
        deep.put("deep", new LateTag("Fixture", "two", GateChain.NOWHERE));
        deep.put("x", 1);
        Map<String, Object> expected = new LinkedHashMap<>();
        expected.put("count", 4);
        expected.put("greeting", Map.of("matches", new LateTag("Fixture", "one", GateChain.NOWHERE)));
        expected.put("absent", deep);
        expected.put("gone", new LateTag("Fixture", "three", GateChain.NOWHERE));
        GateAnswer answer = chain(input -> Reply.ok(PAYLOAD))
                .resolver("Fixture", call -> {
                    throw new TagException("there is no fixture " + call.argument());
                })
                .scenarioWithTags("hello", "late", expected)
                .started()
                .send(get("/hello").verifying("late"));

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.at("scenarios", 0, "failures"))
                .isEqualTo(List.of(
                        "count: expected 4, got 3",
                        "greeting: expected {\"matches\":\"!Fixture one\"}, got not resolved: there is no fixture one",
                        "absent.deep: expected \"!Fixture two\", got not resolved: there is no fixture two",
                        "absent: expected {\"deep\":{},\"x\":1}, got missing",
                        "gone: expected \"!Fixture three\", got not resolved: there is no fixture three"));
    }

    @Test
    void inlineAndResolvedScenariosRunSideBySide() {
        GateAnswer answer = chain(input -> Reply.ok(PAYLOAD))
                .resolver(
                        "Fixture",
                        call -> Map.of("description", "from a file", "expected", Map.of("count", Map.of("lte", 3))))
                .scenario("hello", "inline", "", Map.of("greeting", "hello"))
                .scenario("hello", "late", "Fixture", "three")
                .started()
                .send(get("/hello").verifying("route"));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.at("_verify", 1))
                .isEqualTo(Map.of("name", "late", "description", "from a file", "passed", true, "failures", List.of()));
    }

    @Test
    void aShapeWithABadPatternHasFailedAndSaysSo() {
        GateAnswer answer = chain(input -> Reply.ok(PAYLOAD))
                .resolver("Fixture", call -> Map.of("expected", Map.of("greeting", Map.of("matches", "(unclosed"))))
                .scenario("hello", "late", "Fixture", "bad")
                .started()
                .send(get("/hello").verifying("late"));

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.at("scenarios", 0, "failures", 0))
                .asString()
                .startsWith("greeting.matches: expected a usable matcher, got ");
    }

    @Test
    void itIsAPassthroughThatDeclaresNoOutput() {
        Declaration declaration = new VerifyRoute().declaration();

        assertThat(declaration.kind()).isEqualTo(Kind.PASSTHROUGH);
        assertThat(declaration.inputShape().fields()).isEmpty();
        assertThat(declaration.outputShape()).isNull();
        assertThat(declaration.capabilities()).containsExactlyInAnyOrder(Capability.VERIFY, Capability.PASSTHROUGH);
    }

    private static GateChain scenarios() {
        return chain(input -> Reply.ok(PAYLOAD))
                .scenario("hello", "good", "it greets", Map.of("greeting", Map.of("matches", "^h")))
                .scenario(
                        "hello",
                        "bad",
                        "it does not greet",
                        Data.map("greeting", "bye", "count", Map.of("gte", 4), "absent", true))
                .scenario("hello", "bare", null, Map.of("count", true))
                .started();
    }

    private static GateChain chain(GateChain.Crossed hello) {
        return new GateChain()
                .boundary("verify_route", new VerifyRoute())
                .boundary("trace_emit", new TraceEmit())
                .boundary("hello", hello)
                .route("get", "/hello", "hello");
    }

    /** The three ways to request a probe, as one request each. */
    @Test
    void headerQueryAndPreferenceAskForTheSame() {
        for (GateRequest request : List.of(
                get("/hello").verifying("good"),
                get("/hello?_verify=good"),
                get("/hello").with("Prefer", "verify=good"))) {
            assertThat(scenarios().send(request).payload()).containsKey("_verify");
        }
    }
}
