package io.precinct.tools;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.data.Data;
import io.precinct.core.api.dispatch.Answer;
import io.precinct.core.api.dispatch.Caller;
import io.precinct.core.api.dispatch.Dispatcher;
import io.precinct.core.api.dispatch.RouteAccess;
import io.precinct.core.api.thread.AbandonableThread;
import io.precinct.tools.DeployedTools.DeployedTool;
import io.precinct.tools.api.ToolDescription;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Calls operations of tools. A call is a separate request on a separate thread: chain, limits, seal and probe apply as
 * if it had arrived over HTTP. Thread-safe.
 */
final class ToolCalls {
    /** The limit for routes that are exempt from deadlines; other routes have their own deadlines. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** Most bytes of a streamed body that are read; larger bodies are available over HTTP. */
    private static final int LARGEST_TEXT = 1 << 20;

    private final Dispatcher dispatcher;

    ToolCalls(Dispatcher dispatcher) {
        this.dispatcher = dispatcher;
    }

    /**
     * The caller of a tool.
     *
     * @param caller the caller of the request that contained the call
     * @param headers the headers of that request that the call inherits, by lower-case name: the principal
     */
    record Client(Caller caller, Map<String, String> headers) {}

    /**
     * Calls a tool.
     *
     * @return {@code {status, data}}: the HTTP status and the response of the route
     */
    Map<String, @Nullable Object> call(DeployedTool tool, Map<String, @Nullable Object> arguments, Client client) {
        String name = String.valueOf(arguments.get(ToolDescription.OPERATION));
        ToolOperation operation = tool.operations().get(name);
        if (operation == null) {
            List<String> known = List.copyOf(tool.operations().keySet());
            return DeployedTools.refusal(
                    400,
                    "operation is one of " + String.join(", ", known) + ", got " + name,
                    "unknown_operation",
                    known);
        }
        Map<String, @Nullable Object> rest = new LinkedHashMap<>(arguments);
        rest.remove(ToolDescription.OPERATION);
        try {
            ToolOperation.Call call = operation.call(rest);
            if (!reaches(client.caller(), call)) {
                return DeployedTools.refusal(403, "this is not exposed at the gateway", "not_exposed", List.of());
            }
            return answered(new InnerRequest(call, headers(call, client), client.caller()));
        } catch (ToolOperation.BadArguments e) {
            return DeployedTools.refusal(400, String.valueOf(e.getMessage()), "bad_arguments", List.of());
        }
    }

    /**
     * Whether the caller may reach the route. A user of the gateway reaches only routes that are exposed there by
     * default; exposing the tool proxy exposes no more. The route that takes the request counts: with an argument such
     * as {@code bulk} it may differ from the route of the operation.
     */
    private boolean reaches(Caller caller, ToolOperation.Call call) {
        if (caller.identity() == null) {
            return true;
        }
        RouteAccess route = dispatcher.access(call.method(), call.path());
        return route.access() == RouteDeclaration.Access.OPEN && route.exposure() == RouteDeclaration.Exposure.DEFAULT;
    }

    private static Map<String, @Nullable Object> headers(ToolOperation.Call call, Client client) {
        Map<String, @Nullable Object> headers = new LinkedHashMap<>(client.headers());
        headers.putAll(call.headers());
        headers.put("accept", "application/json");
        if (call.body().length > 0) {
            headers.put("content-type", "application/json");
        }
        return Data.freezeMap(headers);
    }

    private Map<String, @Nullable Object> answered(InnerRequest request) {
        var answer = new CompletableFuture<Map<String, @Nullable Object>>();
        var thread = new AbandonableThread("tool-call", () -> {
            try (Answer given = dispatcher.dispatch(request)) {
                answer.complete(Data.map("status", given.status(), "data", data(given)));
            } catch (Throwable e) {
                answer.completeExceptionally(e);
            }
        });
        thread.start();
        try {
            return answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            thread.abandon();
            return DeployedTools.refusal(504, "the call took longer than " + PATIENCE, "deadline", List.of());
        } catch (InterruptedException e) {
            thread.abandon();
            Thread.currentThread().interrupt();
            return DeployedTools.refusal(503, "the call was given up", "interrupted", List.of());
        } catch (ExecutionException e) {
            throw new IllegalStateException("the call failed", e.getCause());
        }
    }

    private static @Nullable Object data(Answer answer) throws IOException {
        return switch (answer.body()) {
            case Body.Data data -> data.payload();
            case Body.Rendered rendered -> rendered.payload();
            case Body.Bytes bytes -> bytes.content().length == 0 ? null : text(bytes.content());
            case Body.Stream stream -> {
                var out = new Beginning();
                try {
                    stream.writer().writeTo(out);
                    yield text(out.toByteArray());
                } catch (Beginning.Full e) {
                    yield "this is larger than " + LARGEST_TEXT + " bytes; ask for a part of it, or over HTTP";
                }
            }
            case Body.Push _ -> "this is a stream of events, which is followed over HTTP";
        };
    }

    /** Collects a streamed body up to a limit, since its length is not known beforehand. */
    private static final class Beginning extends ByteArrayOutputStream {
        /** Thrown if the body exceeds the limit. */
        private static final class Full extends RuntimeException {
            private static final long serialVersionUID = 1L;

            Full() {
                super("the stream is too long", null, false, false);
            }
        }

        @Override
        public synchronized void write(int b) {
            makeRoom(1);
            super.write(b);
        }

        @Override
        public synchronized void write(byte[] bytes, int from, int length) {
            makeRoom(length);
            super.write(bytes, from, length);
        }

        private void makeRoom(int more) {
            if (size() + more > LARGEST_TEXT) {
                throw new Full();
            }
        }
    }

    private static String text(byte[] content) {
        return new String(content, StandardCharsets.UTF_8);
    }
}
