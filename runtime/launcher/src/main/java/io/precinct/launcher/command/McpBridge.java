package io.precinct.launcher.command;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import io.precinct.launcher.Failure;
import io.precinct.launcher.client.AdminAnswer;
import io.precinct.launcher.client.AdminClient;
import io.precinct.launcher.client.InstanceTarget;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages to an instance, and prints its answers and notifications, one per line. The instance may be restarted
 * meanwhile. One thread passes the messages; a further thread reads each stream.
 */
final class McpBridge implements AutoCloseable {
    private static final int UNAVAILABLE = -32000;
    private static final int PARSE_ERROR = -32700;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    /** The notification after which a client of a revision with {@code initialize} expects notifications of changes. */
    private static final String INITIALIZED = "notifications/initialized";

    /** The request by which a client subscribes to notifications since revision 2026-07-28. */
    private static final String LISTEN = "subscriptions/listen";

    private final InstanceTarget target;
    private final Map<String, String> headers;
    private final String path;
    private final PrintStream out;
    private final List<Thread> listeners = new ArrayList<>();
    private boolean initialized;

    /**
     * A bridge to an instance.
     *
     * @param headers headers that identify the user
     * @param path path of the protocol on the instance
     */
    McpBridge(InstanceTarget target, Map<String, String> headers, String path, PrintStream out) {
        this.target = target;
        this.headers = headers;
        this.path = path;
        this.out = out;
    }

    /** Handles a message; false if nobody reads the answers any more. */
    boolean take(byte[] line) {
        String text = new String(line, StandardCharsets.UTF_8).strip();
        if (!text.isEmpty()) {
            try {
                Map<?, ?> message = Json.read(text) instanceof Map<?, ?> members ? members : Map.of();
                if (LISTEN.equals(message.get("method"))) {
                    listen(headers(message), line, message.get("id"));
                } else {
                    say(answer(message, line));
                }
                if (INITIALIZED.equals(message.get("method")) && !initialized) {
                    initialized = true;
                    listen(headers, null, null);
                }
            } catch (MalformedJson e) {
                say(error(null, PARSE_ERROR, "a message is one line of JSON: " + e.getMessage()));
            }
        }
        return !out.checkError();
    }

    private synchronized void say(@Nullable String line) {
        if (line != null) {
            out.println(line);
            out.flush();
        }
    }

    /** The answer to a message, or null if it has none. If the instance does not respond, the answer is an error. */
    private @Nullable String answer(Map<?, ?> message, byte[] line) {
        Object id = message.get("id");
        try {
            AdminAnswer answer = AdminClient.of(target, headers(message)).post(path, line);
            if (answer.body().length == 0 && answer.good()) {
                return null;
            }
            if (isMessage(answer)) {
                return answer.text().strip();
            }
            return id == null ? null : error(id, UNAVAILABLE, refusal(answer));
        } catch (Failure e) {
            return id == null ? null : error(id, UNAVAILABLE, String.valueOf(e.getMessage()));
        }
    }

    /** The headers of HTTP, which repeat parts of a message that states a protocol version (since 2026-07-28). */
    private Map<String, String> headers(Map<?, ?> message) {
        if (!(message.get("params") instanceof Map<?, ?> params)
                || !(params.get("_meta") instanceof Map<?, ?> meta)
                || !(meta.get("io.modelcontextprotocol/protocolVersion") instanceof String version)) {
            return headers;
        }
        Map<String, String> all = new HashMap<>(headers);
        put(all, "MCP-Protocol-Version", version);
        put(all, "Mcp-Method", message.get("method"));
        put(all, "Mcp-Name", params.get("name"));
        return all;
    }

    private static void put(Map<String, String> headers, String name, @Nullable Object value) {
        if (value instanceof String text && text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            headers.put(name, text);
        }
    }

    private static boolean isMessage(AdminAnswer answer) {
        try {
            return answer.members().containsKey("jsonrpc");
        } catch (Failure e) {
            return false;
        }
    }

    private static String refusal(AdminAnswer answer) {
        try {
            answer.data();
            return answer.from() + " answered with no message of the protocol; is the feature tools running?";
        } catch (Failure e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static String error(@Nullable Object id, int code, String message) {
        return Json.compact(Data.map("jsonrpc", "2.0", "id", id, "error", Data.map("code", code, "message", message)));
    }

    private void listen(Map<String, String> asking, byte @Nullable [] body, @Nullable Object id) {
        listeners.add(
                Thread.ofPlatform().daemon().name("precinct-mcp-stream").start(new Listener(asking, body, id)::run));
    }

    /** Prints the events of a stream, and opens the stream again when it ends. */
    private final class Listener {
        private final Map<String, String> asking;
        private final byte @Nullable [] body;
        private final @Nullable Object id;
        private @Nullable String last;
        private Duration pause = FIRST_PAUSE;

        /** @param id id of the request that subscribed to the stream, or null for the stream that needs no request */
        Listener(Map<String, String> asking, byte @Nullable [] body, @Nullable Object id) {
            this.asking = asking;
            this.body = body;
            this.id = id;
        }

        void run() {
            try {
                while (follow()) {
                    Thread.sleep(pause);
                    pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // the bridge is closed
            }
        }

        /** Reads a stream to its end; false if a retry is useless. */
        private boolean follow() {
            Map<String, String> all = new HashMap<>(asking);
            if (last != null) {
                all.put("Last-Event-ID", last);
            }
            try (InputStream stream = AdminClient.of(target, all).events(path, body)) {
                if (stream == null) {
                    say(id == null ? null : error(id, UNAVAILABLE, "the instance refuses whoever asks"));
                    return false;
                }
                pause = FIRST_PAUSE;
                print(new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8)));
            } catch (IOException | Failure e) {
                // the instance does not respond, which the client learns by its next request: try again
            }
            return true;
        }

        private void print(BufferedReader events) throws IOException {
            // the first event of a renewed subscription was already printed
            boolean known = last != null && body != null;
            for (String line = events.readLine(); line != null; line = events.readLine()) {
                if (line.startsWith("id: ")) {
                    last = line.substring("id: ".length());
                } else if (line.startsWith("data: ") && line.length() > "data: ".length()) {
                    if (!known) {
                        say(line.substring("data: ".length()));
                    }
                    known = false;
                }
            }
        }
    }

    /** Ends the streams. */
    @Override
    public void close() {
        listeners.forEach(Thread::interrupt);
    }
}
