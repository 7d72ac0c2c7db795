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
 * Calls operations of tools. A call is a request of its own, on a thread of its own: chain, limits, seal and probe hold for
 * it as if it had come over HTTP. Thread-safe.
 */
final class ToolCalls {
    /** Routes have deadlines of their own; this one is for those that are exempt from them. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** What of a streamed body is read; more is for HTTP. */
    private static final int LARGEST_TEXT = 1 << 20;

    private final Dispatcher dispatcher;

    ToolCalls(Dispatcher dispatcher) {
        this.dispatcher = dispatcher;
    }

    /**
     * Who calls.
     *
     * @param caller of the request that brought the call
     * @param headers of that request which count for what it does, by lower-case name: the principal
     */
    record Client(Caller caller, Map<String, String> headers) {}

    /**
     * Calls a tool.
     *
     * @return {@code {status, data}}: the HTTP status and what the route answered
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
     * A user of the gateway reaches what is exposed there by default; whoever exposes the proxy exposes no more. It is the
     * route that takes the request that counts: with an argument such as {@code bulk} that may be another than the
     * operation's.
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

    /** Takes what is streamed, up to a bound: how long it is need not be known beforehand. */
    private static final class Beginning extends ByteArrayOutputStream {
        /** There is more than that. */
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
