package io.precinct.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Headers;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;
import io.precinct.core.api.config.HttpSettings;
import io.precinct.core.api.dispatch.Answer;
import io.precinct.core.api.dispatch.Dispatcher;
import io.precinct.core.api.dispatch.Request;
import io.precinct.events.RecordingChannel.Message;
import io.precinct.events.api.Events.Event;
import io.precinct.events.api.Events.Feed;
import io.precinct.http.HttpServer;
import io.precinct.itests.database.TestDatabase;
import io.precinct.testing.Eventually;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Event streams over a real HTTP listener. */
class SocketTest {
    private TestDatabase databases;
    private EventsNode node;
    private HttpServer server;

    /** Answers every request with a stream that begins after the request's {@code Last-Event-ID}. */
    private record Streams(EventsNode node) implements Dispatcher {
        @Override
        public Answer dispatch(Request request) {
            Object id = request.headers().get("last-event-id");
            Long after = id == null ? null : Long.valueOf(id.toString());
            return new Opened(Reply.of(200, node.events().stream(new Feed("cases", "default"), after)));
        }

        @Override
        public Map<String, Object> runScenario(
                String route, String scenario, Map<String, Object> params, Map<String, Object> headers) {
            throw new UnsupportedOperationException("no scenarios here");
        }
    }

    private record Opened(Reply reply) implements Answer {
        @Override
        public int status() {
            return reply.status();
        }

        @Override
        public Headers headers() {
            return reply.headers();
        }

        @Override
        public Body body() {
            return reply.body();
        }

        @Override
        public String route() {
            return "stream";
        }

        @Override
        public void close() {
            // nothing is pinned
        }
    }

    @BeforeEach
    void open() throws Exception {
        databases = TestDatabase.fresh();
        node = new EventsNode(databases);
        server = new HttpServer(new Streams(node), HttpSettings.onPort(0), null);
        server.start();
    }

    @AfterEach
    void close() throws Exception {
        node.close();
        server.stop();
        databases.close();
    }

    private Socket connect(long after) throws IOException {
        var socket = new Socket("127.0.0.1", URI.create(server.url()).getPort());
        String request = "GET /stream HTTP/1.0\r\nHost: localhost\r\nLast-Event-ID: " + after + "\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static BufferedReader body(Socket socket) throws IOException {
        var reader = new BufferedReader(new InputStreamReader(new ReceivedBytes(socket), StandardCharsets.UTF_8));
        assertThat(reader.readLine()).contains("200");
        String line = reader.readLine();
        while (line != null && !line.isEmpty()) {
            line = reader.readLine();
        }
        return reader;
    }

    /** Reads up to the event with this number; returns null if the stream ends before. */
    private static List<Message> readTo(BufferedReader reader, long last) throws IOException {
        var text = new StringBuilder();
        List<Message> messages = new ArrayList<>();
        String line;
        while ((line = reader.readLine()) != null) {
            text.append(line).append('\n');
            if (line.isEmpty()) {
                messages.addAll(RecordingChannel.parse(text.toString()));
                text.setLength(0);
                if (!messages.isEmpty() && messages.getLast().id() >= last) {
                    return messages;
                }
            }
        }
        return messages;
    }

    private void write(int from, int to, int size) {
        node.database.write(transaction -> {
            for (long n = from; n <= to; n++) {
                node.events.append(
                        transaction, new Event("cases", "case", null, Data.map("n", n, "text", "x".repeat(size))));
            }
            return null;
        });
    }

    @Test
    void aLongBacklogThenLiveEventsReachAClientThatReads() throws Exception {
        write(1, 5000, 2000);
        try (var socket = connect(0)) {
            var reader = body(socket);
            assertThat(readTo(reader, 5000))
                    .extracting(Message::id)
                    .hasSize(5000)
                    .isSorted();
            write(5001, 5010, 10);
            assertThat(readTo(reader, 5010)).hasSize(10);
        }
        Eventually.until("it has left", () -> node.figure("precinct_events_clients") == 0);
        assertThat(node.figure("precinct_events_cut_off")).isZero();
    }

    @Test
    void anEventLargerThanTheBufferArrives() throws Exception {
        write(1, 3, 700_000);
        try (var socket = connect(0)) {
            List<Message> messages = readTo(body(socket), 3);
            assertThat(messages).extracting(Message::id).endsWith(3L).doesNotHaveDuplicates();
        }
    }

    @Test
    void aClientThatDoesNotReadIsCutOffWhileOthersGoOn() throws Exception {
        try (var slow = connect(0);
                var good = connect(0)) {
            var reader = body(good);
            Eventually.until("both are there", () -> node.figure("precinct_events_clients") == 2);
            int n = 0;
            while (node.figure("precinct_events_cut_off") == 0) {
                assertThat(n).as("the buffer is bounded").isLessThan(20_000);
                write(n + 1, n + 20, 20_000);
                n += 20;
                assertThat(readTo(reader, n)).hasSize(20);
            }
            write(n + 1, n + 1, 10);
            assertThat(readTo(reader, n + 1)).hasSize(1);
            assertThat(slow.isConnected()).isTrue();
            assertThat(node.figure("precinct_events_clients")).isEqualTo(1);
        }
    }

    @Test
    void aSwapEndsTheStreamProperlyAndTheClientResumes() throws Exception {
        write(1, 1, 10);
        try (var socket = connect(0)) {
            var reader = body(socket);
            assertThat(readTo(reader, 1)).hasSize(1);
            write(2, 2, 10);
            assertThat(readTo(reader, 2)).hasSize(1);
            node.close();
            assertThat(reader.readLine()).isNull();
        }
    }
}
