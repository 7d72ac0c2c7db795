package io.precinct.tools;

import io.precinct.api.boundary.Body;
import io.precinct.api.data.Data;
import io.precinct.core.api.dispatch.Answer;
import io.precinct.core.api.dispatch.Caller;
import io.precinct.core.api.dispatch.Dispatcher;
import io.precinct.core.api.inspect.Inspection;
import io.precinct.core.api.inspect.Inspection.RouteView;
import io.precinct.core.api.thread.AbandonableThread;
import io.precinct.tools.BadArguments.Fault;
import io.precinct.tools.DeployedTools.DeployedTool;
import io.precinct.tools.api.ToolDescription;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
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

    /** Refusals that contain the thing as it is, because it is not as the call expects. */
    private static final Set<Integer> CONFLICTS = Set.of(409, 412);

    private static final String SHORTENED =
            "The change is made: do not repeat the call. Long parts are left out of this answer; " + CallOptions.FULL
                    + ": true would have kept them.";

    private final Dispatcher dispatcher;
    private final Inspection inspection;
    private final Reach reach;

    ToolCalls(Dispatcher dispatcher, Inspection inspection, Reach reach) {
        this.dispatcher = dispatcher;
        this.inspection = inspection;
        this.reach = reach;
    }

    /**
     * The caller of a tool.
     *
     * @param caller the caller of the request that contained the call
     * @param headers the headers of that request that the call inherits, by lower-case name: the principal
     */
    record Client(Caller caller, Map<String, String> headers) {}

    /** Calls a tool. */
    ToolAnswer call(DeployedTool tool, Map<String, @Nullable Object> given, Client client) {
        Map<String, @Nullable Object> arguments = new LinkedHashMap<>(given);
        Object name = arguments.remove(ToolDescription.OPERATION);
        ToolOperation operation =
                name instanceof String text ? tool.operations().get(text) : null;
        if (operation == null && OperationHelp.DESCRIBE.equals(name)) {
            return OperationHelp.answer(tool, arguments);
        }
        if (operation == null) {
            return OperationHelp.unknown(ToolDescription.OPERATION, name, List.copyOf(tool.names()));
        }
        try {
            return called(tool, operation, arguments, client);
        } catch (BadArguments e) {
            return ToolAnswer.of(400, e.toData());
        }
    }

    private ToolAnswer called(
            DeployedTool tool, ToolOperation operation, Map<String, @Nullable Object> given, Client client)
            throws BadArguments {
        List<Fault> faults = new ArrayList<>();
        CallOptions options = CallOptions.of(operation, given, faults);
        ToolOperation.Call call = operation.call(options.arguments(), tool::accepting, faults);
        if (!isOf(operation, call)) {
            return ToolAnswer.refusal(404, "there is no " + operation.named(given) + " here", "not_found");
        }
        if (!reach.includes(client.caller(), call.method(), call.path())) {
            return ToolAnswer.refusal(403, "this is not exposed at the gateway", "not_exposed");
        }
        long start = System.nanoTime();
        ToolAnswer answer = sent(call, client);
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        if (operation.isChange() && !options.full()) {
            answer = shortened(answer, given);
        }
        return new FittedAnswer(operation, options)
                .of(answer, took, arguments -> again(tool, operation, arguments, client));
    }

    private static ToolAnswer shortened(ToolAnswer answer, Map<String, @Nullable Object> given) {
        if (!answer.succeeded() && !CONFLICTS.contains(answer.status())) {
            return answer;
        }
        var form = new ShortAnswer(given);
        Object data = form.of(answer.data());
        boolean told = answer.note() != null || !answer.succeeded() || !form.isShortened();
        return ToolAnswer.of(answer.status(), data).noted(told ? answer.note() : SHORTENED);
    }

    private ToolAnswer again(
            DeployedTool tool, ToolOperation operation, Map<String, @Nullable Object> arguments, Client client) {
        try {
            return sent(operation.call(arguments, tool::accepting, new ArrayList<>()), client);
        } catch (BadArguments e) {
            return ToolAnswer.of(400, e.toData());
        }
    }

    /** Whether the request goes to the operation's route, and not to one whose path has a word where this has an id. */
    private boolean isOf(ToolOperation operation, ToolOperation.Call call) {
        RouteView route = inspection
                .match(call.method().toLowerCase(Locale.ROOT), call.path())
                .route();
        return route == null || route.name().equals(operation.routeName());
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

    private ToolAnswer sent(ToolOperation.Call call, Client client) {
        return answered(new InnerRequest(call, headers(call, client), client.caller()));
    }

    private ToolAnswer answered(InnerRequest request) {
        var answer = new CompletableFuture<ToolAnswer>();
        var thread = new AbandonableThread("tool-call", () -> {
            try (Answer given = dispatcher.dispatch(request)) {
                answer.complete(read(given));
            } catch (Throwable e) {
                answer.completeExceptionally(e);
            }
        });
        thread.start();
        try {
            return answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            thread.abandon();
            return ToolAnswer.refusal(504, "the call took longer than " + PATIENCE, "deadline");
        } catch (InterruptedException e) {
            thread.abandon();
            Thread.currentThread().interrupt();
            return ToolAnswer.refusal(503, "the call was given up", "interrupted");
        } catch (ExecutionException e) {
            throw new IllegalStateException("the call failed", e.getCause());
        }
    }

    private static ToolAnswer read(Answer answer) throws IOException {
        int status = answer.status();
        return switch (answer.body()) {
            case Body.Data data -> new ToolAnswer(status, data.payload(), total(answer), null);
            case Body.Rendered rendered -> new ToolAnswer(status, rendered.payload(), total(answer), null);
            case Body.Bytes bytes -> ToolAnswer.of(status, bytes.content().length == 0 ? null : text(bytes.content()));
            case Body.Stream stream -> streamed(status, stream);
            case Body.Push _ ->
                ToolAnswer.refusal(406, "this is a stream of events, which is followed over HTTP", "event_stream");
        };
    }

    private static ToolAnswer streamed(int status, Body.Stream stream) throws IOException {
        var out = new Beginning();
        String note = null;
        try {
            stream.writer().writeTo(out);
        } catch (Beginning.Full e) {
            note = "This is longer than " + LARGEST_TEXT + " bytes; the rest is available over HTTP.";
        }
        return ToolAnswer.of(status, text(out.toByteArray())).noted(note);
    }

    /** Returns the number of elements of which a list has only some, or null if the answer does not say it. */
    private static @Nullable Integer total(Answer answer) {
        String count = answer.headers().first("X-Total-Count");
        try {
            return count == null ? null : Integer.valueOf(count);
        } catch (NumberFormatException e) {
            return null; // a plug-in's own header
        }
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
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public synchronized void write(byte[] bytes, int from, int length) {
            int room = LARGEST_TEXT - size();
            super.write(bytes, from, Math.min(length, room));
            if (length > room) {
                throw new Full();
            }
        }
    }

    private static String text(byte[] content) {
        return new String(content, StandardCharsets.UTF_8);
    }
}
