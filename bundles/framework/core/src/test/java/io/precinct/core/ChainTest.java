package io.precinct.core;

import static io.precinct.core.TestCore.answering;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Denial;
import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Reply;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.api.envelope.Stage;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ChainTest {
    private final TestCore core = new TestCore();

    @AfterEach
    void stop() {
        core.close();
    }

    @Test
    void aLaterSlotReadsWhatAnEarlierOneWrote() {
        core.boundary("one", answering(in -> Reply.ok(Map.of("n", in.params().integer("n") + 1))))
                .boundary("two", answering(in -> Reply.ok(Map.of("n", (long) in.get("n") * 10))))
                .route("get", "/calc/:n", "one", "two")
                .start();

        assertThat(core.get("/calc/4").payload()).isEqualTo(Map.of("n", 50L));
    }

    @Test
    void aDenialEndsTheUserSlotsAndAnswersWithItsRequirement() {
        var reached = new AtomicInteger();
        core.boundary(
                        "door",
                        answering(in -> Denial.of("no badge").requiring("badge").with("code", "no_badge")))
                .boundary("vault", answering(in -> {
                    reached.incrementAndGet();
                    return Reply.ok(Map.of());
                }))
                .route("get", "/vault", "door", "vault")
                .start();

        var sent = core.get("/vault");

        assertThat(sent.status()).isEqualTo(403);
        assertThat(sent.payload())
                .isEqualTo(Map.of("error", "no badge", "failed_requirement", "badge", "code", "no_badge"));
        assertThat(reached).hasValue(0);
    }

    @Test
    void okFalseDeniesOnlyWhereTheBoundaryDeclaresOk() {
        Map<String, Object> refusal = Map.of("ok", false, "status", 409, "error", "taken");
        core.boundary(
                        "gatelike",
                        answering(Declaration.terminal().writes("ok", true).build(), in -> Reply.ok(refusal)))
                .boundary("plain", answering(in -> Reply.ok(refusal)))
                .route("get", "/gatelike", "gatelike")
                .route("get", "/plain", "plain")
                .start();

        assertThat(core.get("/gatelike").status()).isEqualTo(409);
        assertThat(core.get("/gatelike").map()).containsEntry("error", "taken").containsEntry("ok", false);
        assertThat(core.get("/plain").status()).isEqualTo(200);
    }

    @Test
    void anExceptionBecomesAnIncidentWithoutAWordOfItsOwn() {
        core.boundary("broken", answering(in -> {
                    throw new IllegalStateException("secret detail");
                }))
                .route("get", "/broken", "broken")
                .start();

        var sent = core.get("/broken");

        assertThat(sent.status()).isEqualTo(500);
        assertThat(sent.map()).containsKeys("error", "incident").containsEntry("code", "internal_error");
        assertThat(sent.payload().toString()).doesNotContain("secret detail");
    }

    @Test
    void aValueOfTheWrongTypeIs422AndNamesThePlace() {
        core.boundary("sum", answering(in -> Reply.ok(Map.of("n", in.params().integer("n")))))
                .route("get", "/sum/:n", "sum")
                .start();

        assertThat(core.get("/sum/x").status()).isEqualTo(422);
        assertThat(core.get("/sum/x").map())
                .containsEntry("field", "params.n")
                .containsEntry("expected", "an integer")
                .containsEntry("got", "\"x\"");
    }

    @Test
    void anInputShapeIsHeldAgainstTheRequest() {
        var declaration = Declaration.terminal()
                .reads("params", Map.of("age", Map.of("gte", 18)))
                .build();
        core.boundary("bar", answering(declaration, in -> Reply.ok(Map.of("served", true))))
                .route("post", "/bar", "bar")
                .start();

        var young = core.send(CoreRequest.of("POST", "/bar").body("application/json", "{\"age\": 17}"));
        var grown = core.send(CoreRequest.of("POST", "/bar").body("application/json", "{\"age\": 18}"));

        assertThat(young.status()).isEqualTo(422);
        assertThat(young.map())
                .containsEntry("error", "input shape mismatch")
                .containsEntry("boundary", "bar")
                .containsEntry("failures", Data.list("params.age: expected {\"gte\":18}, got 17"));
        assertThat(grown.status()).isEqualTo(200);
    }

    @Test
    void withStrictInputAContractNamesAllThatCanBeReadByName() {
        var declaration = Declaration.terminal()
                .takes(
                        Parameter.path("id", Schema.text()),
                        Parameter.query("limit", Schema.integer()),
                        Parameter.header("X-Tenant", Schema.text()))
                .takes(Schema.object().optionally("label", Schema.text()).closed())
                .answers(Answer.ok("It.", Schema.object().with("read", Schema.any())))
                .build();
        Function<Input, Object> declared = input -> Arrays.asList(
                input.params().get("id"),
                input.params().get("label"),
                input.query().get("limit"),
                input.headers().get("x-tenant"),
                input.headers().get("accept"));
        List<Function<Input, Object>> undeclared = List.of(
                input -> input.params().get("colour"),
                input -> input.query().has("cursor"),
                input -> input.headers().get("x-other"));

        for (boolean strict : List.of(true, false)) {
            assertThat(read(declaration, declared, strict)).isEqualTo(200);
            for (Function<Input, Object> reading : undeclared) {
                assertThat(read(declaration, reading, strict)).isEqualTo(strict ? 500 : 200);
            }
        }
        var silent = Declaration.terminal().writes("read", true).build();
        undeclared.forEach(reading -> assertThat(read(silent, reading, true)).isEqualTo(200));
    }

    private static int read(Declaration declaration, Function<Input, Object> reading, boolean strict) {
        try (var core = new TestCore()) {
            core.boundary(
                            "reads",
                            answering(
                                    declaration,
                                    input -> Reply.ok(Data.map("read", String.valueOf(reading.apply(input))))))
                    .route("get", "/read/:id", "reads")
                    .strictInput(strict)
                    .start();
            return core.get("/read/1?limit=5").status();
        }
    }

    @Test
    void strictInputRefusesKeysThatAreNotDeclared() {
        var declaration = Declaration.terminal().reads("declared", true).build();
        core.boundary("first", answering(in -> Reply.ok(Map.of("declared", 1, "other", 2))))
                .boundary(
                        "strict",
                        answering(
                                declaration,
                                in -> Reply.ok(Data.map("declared", in.get("declared"), "other", in.get("other")))))
                .route("get", "/strict", "first", "strict")
                .strictInput(true)
                .start();

        var sent = core.get("/strict");

        assertThat(sent.status()).isEqualTo(500);
        assertThat(sent.map()).containsEntry("code", "undefined_input").containsEntry("key", "other");
        assertThat(String.valueOf(sent.map().get("error"))).startsWith("UndefinedInputError");
    }

    @Test
    void lenientInputFallsBackToTheRawInput() {
        core.boundary("first", answering(in -> Reply.ok(Map.of("other", 2))))
                .boundary(
                        "lenient",
                        answering(in -> Reply.ok(Data.map("other", in.get("other"), "none", in.get("none")))))
                .route("get", "/lenient", "first", "lenient")
                .start();

        assertThat(core.get("/lenient").payload()).isEqualTo(Data.map("other", 2, "none", null));
    }

    @Test
    void theArgumentOfTheBootCallWinsOverConfiguration() {
        try (var lenient = new TestCore(false)) {
            lenient.boundary("any", answering(in -> Reply.ok(Data.map("x", in.get("x")))))
                    .route("get", "/any", "any")
                    .strictInput(true)
                    .start();

            assertThat(lenient.get("/any").status()).isEqualTo(200);
        }
        core.boundary("any", answering(in -> Reply.ok(Data.map("x", in.get("x")))))
                .route("get", "/any", "any")
                .strictInput(true)
                .start();
        assertThat(core.get("/any").status()).isEqualTo(500);
    }

    @Test
    void bothSchemaErrorsReachTheClientAsSuch() {
        core.boundary("undeclared", answering(in -> {
                    in.runtime().catalogue().build(Stage.SCENARIO, b -> b.set("bogus", 1));
                    return Reply.ok(Map.of());
                }))
                .boundary("incomplete", answering(in -> {
                    in.runtime().catalogue().build(Stage.BOOT, b -> b.set("args", Map.of()));
                    return Reply.ok(Map.of());
                }))
                .route("get", "/undeclared", "undeclared")
                .route("get", "/incomplete", "incomplete")
                .start();

        assertThat(core.get("/undeclared").map()).containsEntry("code", "schema_error");
        assertThat(String.valueOf(core.get("/undeclared").map().get("error"))).contains("\"bogus\"");
        assertThat(String.valueOf(core.get("/incomplete").map().get("error"))).contains("runtime, config_dir, context");
    }

    @Test
    void aBoundaryAtFirstCanSayWhoTheCallerIs() {
        var first = Declaration.passthrough()
                .at(io.precinct.api.boundary.Position.FIRST)
                .build();
        core.boundary("auth", answering(first, in -> Reply.ok(in.payload()).stamp("identity", Map.of("name", "kim"))))
                .boundary("who", answering(in -> Reply.ok(Data.map("who", in.get("identity")))))
                .route("get", "/who", "who")
                .start();

        assertThat(core.get("/who").payload()).isEqualTo(Map.of("who", Map.of("name", "kim")));
    }

    @Test
    void aStampCannotOverwriteAKeyOfTheFramework() {
        core.boundary("forger", answering(in -> Reply.ok(Map.of()).stamp("params", Map.of())))
                .route("get", "/forge", "forger")
                .start();

        assertThat(core.get("/forge").map()).containsEntry("code", "schema_error");
    }

    @Test
    void withoutAGateEveryRouteFailsClosed() {
        core.boundary("open", answering(in -> Reply.ok(Map.of()))).route("get", "/open", "open");
        core.plugins.remove("boundary enforce_denials");
        core.start();

        assertThat(core.get("/open").status()).isEqualTo(503);
        assertThat(core.get("/open").map()).containsEntry("missing", Data.list("enforce_denials"));
    }

    @Test
    void aMissingBoundaryIsNamedAndMayComeBack() {
        core.boundary("gone", answering(in -> Reply.ok(Map.of())))
                .route("get", "/gone", "gone")
                .start();
        core.plugins.remove("boundary gone");
        core.core.deployed(core.plugins.snapshot());

        var sent = core.get("/gone");

        assertThat(sent.status()).isEqualTo(503);
        assertThat(sent.map()).containsEntry("missing", Data.list("gone"));
        assertThat(sent.answer().headers().first("Retry-After")).isEqualTo("1");
    }
}
