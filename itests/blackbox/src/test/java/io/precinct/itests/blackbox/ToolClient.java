package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.itests.support.Http;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A client of the tools. Thread-safe.
 *
 * @param http of the instance
 * @param token of the instance, for operations of administrators
 * @param detective who calls
 */
@SuppressWarnings("unchecked") // plain data
record ToolClient(Http http, String token, String detective) {
    /** The most calls that are sent in one request. */
    private static final int AT_ONCE = 50;

    /**
     * The answer of a tool.
     *
     * @param status 0 if the protocol refused the call
     * @param data plain data, or the text if it is no JSON
     */
    record Answer(int status, @Nullable Object data) {
        boolean succeeded() {
            return status / 100 == 2;
        }

        /** A member of the answer, which is an object. */
        @Nullable
        Object member(String name) {
            return data instanceof Map<?, ?> map ? map.get(name) : null;
        }
    }

    /** The same client for somebody else. */
    ToolClient of(String other) {
        return new ToolClient(http, token, other);
    }

    /** Calls an operation. */
    Answer call(String tool, String operation, Map<String, ? extends @Nullable Object> arguments) {
        return answer((Map<String, @Nullable Object>)
                Objects.requireNonNull(send(message("tools/call", parameters(tool, operation, arguments)))));
    }

    /** Calls an operation several times, one after the other, in few requests; returns the answers in this order. */
    List<Answer> calls(String tool, String operation, List<Map<String, @Nullable Object>> calls) {
        List<Answer> answers = new ArrayList<>();
        for (int from = 0; from < calls.size(); from += AT_ONCE) {
            var batch = calls.subList(from, Math.min(from + AT_ONCE, calls.size()));
            var messages = batch.stream()
                    .map(arguments -> message("tools/call", parameters(tool, operation, arguments)))
                    .toList();
            var answered = (List<Map<String, @Nullable Object>>) Objects.requireNonNull(send(messages));
            assertThat(answered).hasSameSizeAs(batch);
            answered.forEach(each -> answers.add(answer(each)));
        }
        return answers;
    }

    private static Map<String, @Nullable Object> parameters(
            String tool, String operation, Map<String, ? extends @Nullable Object> arguments) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>(arguments);
        all.put("operation", operation);
        return Data.map("name", tool, "arguments", all);
    }

    private static Map<String, @Nullable Object> message(
            String method, Map<String, ? extends @Nullable Object> parameters) {
        return Data.map("jsonrpc", "2.0", "id", 1, "method", method, "params", parameters);
    }

    private static Answer answer(Map<String, @Nullable Object> message) {
        if (!(message.get("result") instanceof Map<?, ?> result)) {
            return new Answer(0, message);
        }
        var meta = (Map<String, Object>) Objects.requireNonNull(result.get("_meta"));
        int status = ((Number) Objects.requireNonNull(meta.get("precinct/status"))).intValue();
        var content = (List<Map<String, Object>>) Objects.requireNonNull(result.get("content"));
        String text = String.valueOf(content.getFirst().get("text"));
        String said = status + " ";
        String body = status / 100 != 2 && text.startsWith(said) ? text.substring(said.length()) : text;
        boolean json = body.startsWith("{") || body.startsWith("[");
        return new Answer(status, json ? Http.json(body) : body);
    }

    /** As {@link #call}, where the call must succeed. */
    Answer ok(String tool, String operation, @Nullable Object... arguments) {
        Answer answer = call(tool, operation, Data.map(arguments));
        assertThat(answer.status())
                .as(() -> tool + " " + operation + ": " + answer.data())
                .isBetween(200, 299);
        return answer;
    }

    /** The description of each operation of each tool: {@code route, arguments, required, others}. */
    Map<String, Map<String, Map<String, @Nullable Object>>> described() {
        Map<String, Map<String, Map<String, @Nullable Object>>> tools = new TreeMap<>();
        var message = (Map<String, @Nullable Object>) Objects.requireNonNull(send(message("tools/list", Map.of())));
        var listed = (Map<String, List<Map<String, ?>>>) Objects.requireNonNull(message.get("result"));
        for (Map<String, ?> tool : Objects.requireNonNull(listed.get("tools"))) {
            String name = String.valueOf(tool.get("name"));
            var input = (Map<String, Map<String, Map<String, List<String>>>>)
                    Objects.requireNonNull(tool.get("inputSchema"));
            Map<String, Map<String, @Nullable Object>> operations = new LinkedHashMap<>();
            for (String operation : input.get("properties").get("operation").get("enum")) {
                if (!operation.equals("describe")) {
                    operations.put(operation, (Map<String, @Nullable Object>) Objects.requireNonNull(
                            ok(name, "describe", "of", operation).data()));
                }
            }
            tools.put(name, operations);
        }
        return tools;
    }

    /** Sends a message, or several, and returns the answer. */
    private @Nullable Object send(Object message) {
        return http.send(
                        "POST",
                        "/mcp",
                        Json.compact(message),
                        "Content-Type",
                        "application/json",
                        "Accept",
                        "application/json, text/event-stream",
                        "X-Detective",
                        detective,
                        "Authorization",
                        "Bearer " + token)
                .ok()
                .data();
    }
}
