package io.precinct.core;

import static io.precinct.core.TestCore.answering;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Position;
import io.precinct.api.boundary.Reply;
import io.precinct.api.config.TagException;
import io.precinct.api.data.Data;
import io.precinct.api.shape.Shape;
import io.precinct.core.api.chain.ChainContext;
import io.precinct.core.api.config.LateTag;
import io.precinct.core.api.config.Location;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The request that a scenario sends. How the probe judges the answer is tested with the probe. */
class ScenarioRunTest {
    private final TestCore core = new TestCore();
    private final Map<Object, Map<String, ?>> fixtures = new HashMap<>();

    @BeforeEach
    void anEchoAndAResolver() {
        var probe =
                Declaration.passthrough().at(Position.LAST).capability("verify").build();
        core.boundary("verify_route", answering(probe, in -> ChainContext.of(in).reply()))
                .boundary(
                        "echo",
                        answering(in -> Reply.ok(Data.map(
                                "params",
                                in.params().map(),
                                "tenant",
                                in.headers().get("x-tenant")))))
                .route("post", "/echo/:id", "echo");
        core.boundary("files", answering(in -> Reply.ok(in.params().map()))).route("get", "/files/*path", "files");
        core.plugins.resolver("Saved", true, call -> {
            Map<String, ?> fixture = fixtures.get(call.argument());
            if (fixture == null) {
                throw new TagException("nothing is saved as " + call.argument());
            }
            return fixture;
        });
    }

    @AfterEach
    void stop() {
        core.close();
    }

    @Test
    void aScenarioThatALateTagStandsForSendsItsParamsAndHeaders() {
        fixtures.put("seven", Data.map("params", Map.of("id", 7, "n", 1), "headers", Map.of("X-Tenant", "blue")));
        core.scenario("echo", "seven", saved("seven")).start();

        assertThat(run("seven").get("body"))
                .isEqualTo(Data.map("params", Data.map("id", "7", "n", 1), "tenant", "blue"));
    }

    @Test
    void aLateTagWithinParamsOrHeadersIsResolved() {
        fixtures.put("id", Map.of("x", 1));
        fixtures.put("headers", Map.of("x-tenant", "blue"));
        core.scenario(
                        "echo",
                        "tagged",
                        Map.of("params", Map.of("id", 7, "deep", saved("id")), "headers", saved("headers")))
                .start();

        assertThat(run("tagged").get("body"))
                .isEqualTo(Data.map("params", Data.map("id", "7", "deep", Map.of("x", 1)), "tenant", "blue"));
    }

    @Test
    void whatIsGivenWinsOverWhatTheScenarioSays() {
        fixtures.put("seven", Map.of("params", Map.of("id", 7, "n", 1)));
        core.scenario("echo", "seven", saved("seven")).start();

        assertThat(core.core.runScenario("echo", "seven", Map.of("n", 2), Map.of("x-tenant", "red")))
                .containsEntry("body", Data.map("params", Data.map("id", "7", "n", 2), "tenant", "red"));
    }

    @Test
    void aLateTagThatCannotBeResolvedIsTheReasonWhyItDidNotPass() {
        core.scenario("echo", "whole", saved("nowhere"))
                .scenario("echo", "member", Map.of("params", Map.of("id", saved("nowhere"))))
                .start();

        for (String scenario : new String[] {"whole", "member"}) {
            assertThat(run(scenario))
                    .containsEntry("passed", false)
                    .extractingByKey("error")
                    .asString()
                    .isEqualTo((scenario.equals("member") ? "params.id: " : "") + "nothing is saved as nowhere");
        }
    }

    @Test
    void anUnknownScenarioIsNamedBeforeAnythingElseIsAskedFor() {
        core.scenario("echo", "seven", Map.of()).start();

        assertThat(run("nope"))
                .containsEntry("error", "the route echo has no scenario named nope")
                .containsEntry("available", List.of("seven"))
                .containsEntry("passed", false);
    }

    @Test
    void whatTheScenarioExpectsIsLeftToTheProbe() {
        core.scenario("echo", "late", Map.of("params", Map.of("id", 7), "expected", saved("nowhere")))
                .start();

        assertThat(run("late")).containsEntry("status", 200).doesNotContainKey("error");
    }

    @Test
    void aShapeInParamsIsAReasonToo() {
        core.scenario("echo", "shaped", Map.of("params", Map.of("id", 7, "n", Shape.fields("gte", 1))))
                .start();

        assertThat(run("shaped").get("error")).asString().startsWith("\"params\" of the scenario: n is of ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.txt", "a/b.txt", "100%.txt", "a%20b", "a b/c?d#e", "ä/ö;x=1", "a/+/b"})
    void aValueForTheRestOfAPathArrivesAsItWasGiven(String path) {
        core.scenario("files", "any", Map.of()).start();

        assertThat(core.core.runScenario("files", "any", Map.of("path", path), Map.of()))
                .containsEntry("status", 200)
                .containsEntry("body", Map.of("path", path));
    }

    static Stream<Arguments> values() {
        return Stream.of(
                Arguments.of(Data.map("a", 1, "b", Data.list(1, "x", null)), "{\"a\":1,\"b\":[1,\"x\",null]}"),
                Arguments.of(Data.list(1, Data.map("c", "ä/?")), "[1,{\"c\":\"ä/?\"}]"),
                Arguments.of(7, "7"),
                Arguments.of(1.5, "1.5"),
                Arguments.of(new BigDecimal("12345678901234567890.5"), "12345678901234567890.5"),
                Arguments.of(true, "true"),
                Arguments.of("{a=1}", "{a=1}"));
    }

    @ParameterizedTest
    @MethodSource("values")
    void aValueArrivesAsItsJsonWhereARequestHasTextAndAsItselfInTheBody(Object value, String text) {
        core.scenario("echo", "any", Map.of()).start();

        assertThat(core.core.runScenario("echo", "any", Data.map("id", value, "n", value), Data.map("x-tenant", value)))
                .containsEntry("body", Data.map("params", Data.map("id", text, "n", value), "tenant", text));
    }

    @Test
    void nullArrivesInThePathAndTheBodyAndTakesAHeaderAway() {
        core.scenario("echo", "any", Map.of("headers", Map.of("X-Tenant", 5))).start();

        assertThat(core.core.runScenario("echo", "any", Data.map("id", null, "n", null), Map.of()))
                .containsEntry("body", Data.map("params", Data.map("id", "null", "n", null), "tenant", "5"));
        assertThat(core.core.runScenario("echo", "any", Data.map("id", 1), Data.map("x-tenant", null)))
                .containsEntry("body", Data.map("params", Data.map("id", "1"), "tenant", null));
    }

    private Map<String, @Nullable Object> run(String scenario) {
        return core.core.runScenario("echo", scenario, Map.of(), Map.of());
    }

    private static LateTag saved(String name) {
        return new LateTag("Saved", name, new Location("service.yml", 1, 1));
    }
}
