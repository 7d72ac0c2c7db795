package io.precinct.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolOperationTest {
    private static final ToolOperation LIST = operation(
            "get",
            "/things",
            Contract.of(
                    Parameter.query("limit", Schema.integer()),
                    Parameter.query("fields", Schema.text()),
                    Parameter.query("tag", Schema.list(Schema.text())),
                    Parameter.query("open", Schema.truth()),
                    Parameter.query("q", Schema.text())));

    private static final ToolOperation CHANGE = operation(
            "patch",
            "/things/:id",
            Contract.of(
                            Parameter.path("id", Schema.text()),
                            Parameter.header("If-Match", Schema.text()),
                            Parameter.header("Idempotency-Key", Schema.text()),
                            Parameter.header("X-User", Schema.text()))
                    .and(Contract.taking(Schema.object()
                            .optionally("label", Schema.text())
                            .optionally("due", Schema.text().orNull())
                            .optionally("rank", Schema.integer())
                            .optionally(
                                    "plan",
                                    Schema.object()
                                            .optionally("rule", Schema.text())
                                            .orNull())
                            .optionally("made_at", Schema.text().and("readOnly", true)))));

    private static ToolOperation operation(String method, String path, Contract contract) {
        return new ToolOperation(
                "go", "things.go", RouteDeclaration.of(method, path).principalIn("X-User"), null, contract);
    }

    private static ToolOperation.Call call(ToolOperation operation, Map<String, @Nullable Object> arguments)
            throws BadArguments {
        return operation.call(arguments, _ -> List.of("stop"), new ArrayList<>());
    }

    private static String body(ToolOperation.Call call) {
        return new String(call.body(), StandardCharsets.UTF_8);
    }

    @Test
    void variablesOfThePathAreTakenByTheirNamesAndEncoded() throws Exception {
        ToolOperation file =
                operation("get", "/repos/:repo/files/*path", Contract.of(Parameter.query("from", Schema.integer())));

        assertThat(call(file, Data.map("repo", "a/b", "path", "src/a b.java", "from", 3)))
                .returns("/repos/a%2Fb/files/src/a%20b.java", ToolOperation.Call::path)
                .returns("from=3", ToolOperation.Call::query);
        assertThatThrownBy(() -> call(file, Data.map("path", "")))
                .isInstanceOf(BadArguments.class)
                .hasMessageContaining("needs repo")
                .hasMessageContaining("path is empty");
        assertThatThrownBy(() -> call(file, Data.map("repo", "..", "path", "a//b")))
                .hasMessageContaining("repo has")
                .hasMessageContaining("path has");
        assertThat(call(file, Data.map("repo", 7, "path", "a")).path()).isEqualTo("/repos/7/files/a");
    }

    @Test
    void aListIsShortUnlessTheCallSaysOtherwise() throws Exception {
        assertThat(call(LIST, Data.map("q", "a&b", "tag", List.of("x", "y"))).query())
                .isEqualTo("tag=x&tag=y&q=a%26b&limit=20");
        assertThat(call(LIST, Data.map("limit", 5)).query()).isEqualTo("limit=5");
        assertThat(call(LIST, Data.map("limit", 2.0, "open", true, "q", 1.50, "tag", "x"))
                        .query())
                .isEqualTo("limit=2&tag=x&open=true&q=1.5");
        assertThat(call(LIST, Data.map("limit", new BigDecimal("2E+1"), "fields", List.of("id", "label")))
                        .query())
                .isEqualTo("limit=20&fields=id%2Clabel");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            q     | null   | q is null: leave it out
            q     | list   | q is one value, got a list
            q     | object | q is one value, got an object
            tag   | null   | tag is null: leave it out
            tag   | empty  | tag is an empty list: leave it out
            tag   | nested | tag is one value, got a list
            limit | object | limit is one value, got an object
            """)
    void whatAQueryCannotHoldIsRefused(String argument, String kind, String message) {
        Object value = switch (kind) {
            case "list" -> List.of("a");
            case "object" -> Map.of("a", 1);
            case "empty" -> List.of();
            case "nested" -> List.of(List.of("a"));
            default -> null;
        };

        assertThatThrownBy(() -> call(LIST, Data.map(argument, value))).hasMessageContaining(message);
    }

    @Test
    void theRestOfAChangeIsItsBody() throws Exception {
        ToolOperation.Call call = call(
                CHANGE,
                Data.map("id", "t-1", "label", "a", "due", null, "rank", 3.0, "idempotency_key", 77, "if_match", 2));

        assertThat(body(call)).isEqualTo("{\"label\":\"a\",\"due\":null,\"rank\":3}");
        assertThat(call.method()).isEqualTo("PATCH");
        assertThat(call.query()).isNull();
        assertThat(call.headers()).containsOnly(Map.entry("idempotency-key", "77"), Map.entry("if-match", "\"v2\""));
    }

    @Test
    void failuresAreToldApartWithoutAnArgumentForIt() throws Exception {
        ToolOperation start = operation(
                "post", "/things/:id/start", Contract.of(Parameter.header("Prefer", Schema.oneOf("handling=strict"))));
        ToolOperation other = operation(
                "post",
                "/things/:id/start",
                Contract.of(Parameter.header("Prefer", Schema.oneOf("handling=strict", "return=minimal"))));

        assertThat(start.arguments().byName()).containsOnlyKeys("id");
        assertThat(call(start, Data.map("id", "t")).headers()).containsOnly(Map.entry("prefer", "handling=strict"));
        assertThat(call(other, Data.map("id", "t")).headers()).isEmpty();
        assertThat(call(other, Data.map("id", "t", "prefer", "return=minimal")).headers())
                .containsOnly(Map.entry("prefer", "return=minimal"));
    }

    @Test
    void whatOnlyPagesHeedIsNoArgument() {
        ToolOperation walk = operation(
                "get",
                "/walk",
                Contract.of(Parameter.query("zoom", Schema.integer().and("x-precinct-page", true))));

        assertThatThrownBy(() -> call(walk, Data.map("zoom", 7))).hasMessageContaining("no argument zoom");
    }

    @ParameterizedTest
    @CsvSource({"2,v2", "v2,v2", "v7-x,v7-x", "2.0,2.0", "*,*"})
    void aVersionBecomesAnEntityTag(String given, String tag) throws Exception {
        String expected = tag.startsWith("v") ? "\"" + tag + "\"" : tag;

        assertThat(call(CHANGE, Data.map("id", "t", "if_match", given)).headers())
                .containsEntry("if-match", expected);
        assertThat(call(CHANGE, Data.map("id", "t", "if_match", "\"" + tag + "\""))
                        .headers())
                .containsEntry("if-match", "\"" + tag + "\"");
    }

    @Test
    void aHeaderWithoutItsValueOrWithALineEndIsRefused() {
        assertThatThrownBy(() -> call(CHANGE, Data.map("id", "t", "if_match", null)))
                .hasMessage("if_match is null: leave it out");
        assertThatThrownBy(() -> call(CHANGE, Data.map("id", "t", "idempotency_key", "a\r\nX-User: eve")))
                .hasMessageContaining("control character");
    }

    @Test
    void unknownArgumentsAreRefusedBeforeMissingOnesButWithThem() {
        assertThatThrownBy(() -> call(CHANGE, Data.map("labl", "a", "made_at", "now", "x_user", "eve", "weight", 1)))
                .isInstanceOfSatisfying(
                        BadArguments.class,
                        e -> assertThat(e.toData().get("errors"))
                                .asInstanceOf(InstanceOfAssertFactories.LIST)
                                .hasSize(5))
                .hasMessageStartingWith("5 faults: go has no argument labl; did you mean label?")
                .hasMessageContaining("go has no argument weight: leave it out; it belongs to stop")
                .hasMessageEndingWith("go needs id");
    }

    @Test
    void anUnknownArgumentThatIsAMemberOfAnotherBelongsIntoIt() {
        assertThatThrownBy(() -> call(CHANGE, Data.map("id", "t", "rule", "daily")))
                .hasMessage("go has no argument rule; give it in plan");
    }

    @Test
    void aRefusalNamesTheOptionsAmongWhatIsAllowed() {
        assertThatThrownBy(() -> call(LIST, Data.map("budgte", 500)))
                .isInstanceOfSatisfying(
                        BadArguments.class,
                        e -> assertThat(e.toData().get("allowed"))
                                .asInstanceOf(InstanceOfAssertFactories.LIST)
                                .contains("q", "budget")
                                .doesNotContain("full"))
                .hasMessage("go has no argument budgte; did you mean budget?");
        assertThatThrownBy(() -> call(CHANGE, Data.map("id", "t", "ful", true))).hasMessageEndingWith("mean full?");
    }

    @Test
    void aRouteThatDeclaresNothingTakesEverything() throws Exception {
        assertThat(call(operation("get", "/a", Contract.NONE), Data.map("x", List.of(1, 2)))
                        .query())
                .isEqualTo("x=1&x=2");
        assertThat(body(call(operation("post", "/a", Contract.NONE), Data.map("x", List.of(1, 2)))))
                .isEqualTo("{\"x\":[1,2]}");
        assertThat(body(call(
                        operation("post", "/a", Contract.taking(Schema.list(Schema.text()))),
                        Data.map("body", List.of("a")))))
                .isEqualTo("[\"a\"]");
    }
}
