package io.precinct.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ToolOperationTest {
    private static final Contract LISTING = Contract.of(
            Parameter.query("limit", Schema.integer()),
            Parameter.query("tag", Schema.list(Schema.text())),
            Parameter.query("q", Schema.text()));

    private static ToolOperation operation(String method, String path, Contract contract) {
        return new ToolOperation("go", RouteDeclaration.of(method, path), contract);
    }

    private static ToolOperation.Call call(ToolOperation operation, Map<String, @Nullable Object> arguments)
            throws Exception {
        return operation.call(arguments);
    }

    private static String body(ToolOperation.Call call) {
        return new String(call.body(), StandardCharsets.UTF_8);
    }

    @Test
    void variablesOfThePathAreTakenByTheirNamesAndEncoded() throws Exception {
        ToolOperation file = operation("get", "/repos/:repo/files/*path", Contract.NONE);

        assertThat(call(file, Data.map("repo", "a/b", "path", "src/a b.java", "from", 3)))
                .returns("/repos/a%2Fb/files/src/a%20b.java", ToolOperation.Call::path)
                .returns("from=3", ToolOperation.Call::query);
        assertThatThrownBy(() -> call(file, Data.map("path", "")))
                .isInstanceOf(ToolOperation.BadArguments.class)
                .hasMessageContaining("repo, path");
    }

    @Test
    void aListIsShortUnlessTheCallSaysOtherwise() throws Exception {
        ToolOperation list = operation("get", "/things", LISTING);

        assertThat(call(list, Data.map("q", "a&b", "tag", List.of("x", "y"))).query())
                .isEqualTo("q=a%26b&tag=x&tag=y&limit=20");
        assertThat(call(list, Data.map("limit", 5)).query()).isEqualTo("limit=5");
        assertThatThrownBy(() -> call(list, Data.map("q", Map.of("a", 1)))).hasMessageContaining("argument q");
    }

    @Test
    void theRestOfAChangeIsItsBody() throws Exception {
        ToolOperation change = operation("post", "/things/:id", Contract.NONE);

        ToolOperation.Call call = call(
                change,
                Data.map("id", "t-1", "label", "a", "none", null, "idempotency_key", "k1", "if_match", "\"v2\""));

        assertThat(body(call)).isEqualTo("{\"label\":\"a\"}");
        assertThat(call.method()).isEqualTo("POST");
        assertThat(call.query()).isNull();
        assertThat(call.headers()).containsOnly(Map.entry("idempotency-key", "k1"), Map.entry("if-match", "\"v2\""));
    }
}
