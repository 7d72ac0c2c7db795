package io.precinct.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.precinct.launcher.Console;
import io.precinct.launcher.Installation;
import io.precinct.launcher.RecordingConsole;
import io.precinct.launcher.data.DataFolder;
import io.precinct.launcher.data.RunFile;
import io.precinct.testing.Eventually;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class McpCommandTest {
    /** The credentials and the user of a request that names no user. */
    private static final String WITH_TOKEN = "Bearer f00d none ";

    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    private static final String NOTIFICATION = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
    private static final String PONG = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}";

    @TempDir
    private Path data;

    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<String> streams = new CopyOnWriteArrayList<>();
    private final List<String> events = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private int status = 200;
    private volatile int streamStatus = 200;
    private @Nullable String answer;
    private final CountDownLatch go = new CountDownLatch(1);

    @BeforeEach
    void anInstance() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/mcp", this::answer);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        new RunFile(ProcessHandle.current().pid(), url(), "f00d", Instant.now(), "1.2.3").write(new DataFolder(data));
    }

    @AfterEach
    void stop() {
        go.countDown();
        server.stop(0);
    }

    private URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** Serves the streams of one client after the other; each stream ends after its events. */
    private void tell(HttpExchange exchange) throws IOException {
        streams.add(header(exchange, "Last-Event-ID"));
        if (streamStatus != 200) {
            exchange.sendResponseHeaders(streamStatus, -1);
            exchange.close();
            return;
        }
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        if (!events.isEmpty()) {
            exchange.getResponseBody().write(events.removeFirst().getBytes(StandardCharsets.UTF_8));
        }
        exchange.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        if (exchange.getRequestMethod().equals("GET")) {
            tell(exchange);
            return;
        }
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        requests.add(header(exchange, "Authorization") + " " + header(exchange, "Mcp-User") + " " + body);
        if (body.contains("subscriptions/listen")) {
            exchange.sendResponseHeaders(streamStatus, -1);
            exchange.close();
            return;
        }
        if (body.contains("slow")) {
            await(go);
        }
        boolean notified = !body.contains("\"id\"");
        byte[] bytes = (notified ? "" : answer == null ? pong(body) : answer).getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(notified ? 202 : status, notified ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static String pong(String body) {
        Matcher id = Pattern.compile("\"id\":([^,]+),").matcher(body);
        assertThat(id.find()).as(body).isTrue();
        return PONG.replace("1", id.group(1));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String header(HttpExchange exchange, String name) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name)).orElse("none");
    }

    private String said(String input, String... words) {
        var console = new RecordingConsole(input);
        int code = new CommandLine(console.console(), new Installation(data, data, data, "1.2.3")).execute(words);
        assertThat(code).as(console.err()).isZero();
        return console.out();
    }

    @Test
    void eachLineIsAMessageAndEachAnswerALine() {
        String again = PING.replace("1", "2");
        assertThat(said(PING + "\n\n" + NOTIFICATION + "\n \r\n" + again, "mcp").lines())
                .containsExactlyInAnyOrder(PONG, PONG.replace("1", "2"));
        assertThat(requests)
                .containsExactlyInAnyOrder(WITH_TOKEN + PING, WITH_TOKEN + NOTIFICATION, WITH_TOKEN + again);
    }

    @Test
    void whoAsksIsSaid() throws IOException {
        Path password = Files.writeString(data.resolve("password"), "secret\n");

        said(PING, "mcp", "--user", "ada");
        said(PING, "mcp", "--url", url().toString(), "--user", "ada", "--password-file", password.toString());

        assertThat(requests).containsExactly("Bearer f00d ada " + PING, "Basic YWRhOnNlY3JldA== none " + PING);
    }

    @Test
    void anInstanceThatIsAwayOrRefusesIsAnErrorOfTheMessage() {
        answer = "{\"error\":\"you are nobody\"}";
        status = 401;
        assertThat(said(PING, "mcp")).contains("\"id\":1", "-32000", "you are nobody");

        server.stop(0);
        assertThat(said(PING + "\n" + NOTIFICATION, "mcp"))
                .contains("\"id\":1", "-32000", "nothing answers")
                .hasLineCount(1);
    }

    @Test
    void anAnswerNamesItsRequestOnOneLineWhateverTheInstanceSends() {
        answer = "{\n  \"jsonrpc\": \"2.0\",\r\n  \"id\": 1, \"result\": {}\n}\n";
        assertThat(said(PING, "mcp")).isEqualTo(PONG + "\n");

        answer = "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,\"message\":\"not like this\"}}";
        status = 400;
        assertThat(said(PING, "mcp")).contains("\"id\":1,", "not like this").hasLineCount(1);

        answer = "{\"error\":\"the request body is larger than 9 bytes\",\"code\":\"body_too_large\"}";
        status = 413;
        assertThat(said(PING, "mcp"))
                .contains("\"id\":1,", "larger than 9 bytes")
                .hasLineCount(1);

        answer = "";
        status = 200;
        assertThat(said(PING, "mcp"))
                .contains("\"id\":1,", "answered with status 200")
                .hasLineCount(1);
    }

    /** A program that speaks with the command. */
    private final class Client implements AutoCloseable {
        private final PipedOutputStream input = new PipedOutputStream();
        private final RecordingConsole console;
        private final Thread command;

        Client(String... words) throws IOException {
            console = new RecordingConsole(new PipedInputStream(input));
            command = Thread.ofVirtual()
                    .start(() -> new CommandLine(console.console(), new Installation(data, data, data, "1.2.3"))
                            .execute(words));
        }

        void say(String... lines) throws IOException {
            for (String line : lines) {
                input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            }
            input.flush();
        }

        void hears(String... parts) {
            Eventually.until(
                    () -> List.of(parts) + " is said, not only " + console.out(),
                    () -> console.out()
                            .lines()
                            .anyMatch(line -> Stream.of(parts).allMatch(line::contains)));
        }

        /** Closes the input, and returns everything that was said when the command has ended. */
        String end() throws IOException {
            input.close();
            Eventually.until("the command ends with its input", () -> !command.isAlive());
            return console.out();
        }

        @Override
        public void close() throws IOException {
            input.close();
        }
    }

    private static String call(Object id) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"tools/call\",\"params\":{\"name\":\"slow\"}}";
    }

    private static String ping(Object id) {
        return PING.replace("1", String.valueOf(id));
    }

    private static String pong(int id) {
        return PONG.replace("1", String.valueOf(id));
    }

    @Test
    void aPingIsAnsweredWhileAsManyCallsAsEverTakeLong() throws IOException {
        try (var client = new Client("mcp")) {
            for (int i = 100; i < 200; i++) {
                client.say(call(i));
            }
            Eventually.until("the instance has as many as it gets at once", () -> requests.size() == 32);
            client.say(ping(7));
            client.hears(pong(7));
            assertThat(client.console.out()).hasLineCount(1);
            assertThat(requests).hasSize(33);

            go.countDown();
            assertThat(client.end().lines())
                    .as("all are answered, though the input has ended")
                    .containsExactlyInAnyOrderElementsOf(IntStream.concat(IntStream.of(7), IntStream.range(100, 200))
                            .mapToObj(McpCommandTest::pong)
                            .toList());
        }
    }

    @Test
    void whatFollowsInitializeIsSentWhenThatIsAnswered() throws IOException {
        String initialize = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"x\":\"slow\"}}";
        try (var client = new Client("mcp")) {
            client.say(initialize, NOTIFICATION, ping(2), "{\"id\":3,");
            client.hears("\"id\":3", "-32700");
            go.countDown();

            assertThat(client.end().lines().skip(1)).containsExactly(PONG, pong(2));
            assertThat(requests)
                    .containsExactly(WITH_TOKEN + initialize, WITH_TOKEN + NOTIFICATION, WITH_TOKEN + ping(2));
        }
    }

    @Test
    void aCancelledCallIsNotAnsweredAndItsConnectionIsClosed() throws IOException {
        String cancel =
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"%s\"}}";
        try (var instance = new SilentInstance();
                var client = new Client("mcp", "--url", instance.url())) {
            client.say(call("\"a\""), call("\"b\""), cancel.formatted("nobody"));
            Eventually.until("three messages arrive", () -> instance.messages.size() == 3);
            client.say(cancel.formatted("a"));

            Eventually.until("the connection of the call is closed", () -> instance.left.contains(call("\"a\"")));
            Eventually.until("the instance hears of it", () -> instance.messages.contains(cancel.formatted("a")));
            assertThat(instance.left).hasSize(1);
            client.say(call("\"a\""));
            Eventually.until("the id is free again", () -> instance.messages.size() == 5);
            client.say(cancel.formatted("a"), cancel.formatted("b"));
            assertThat(client.end()).isEmpty();
        }
    }

    /** Answers notifications, and waits with requests until their connections are closed. */
    private static final class SilentInstance implements AutoCloseable {
        final List<String> messages = new CopyOnWriteArrayList<>();
        final List<String> left = new CopyOnWriteArrayList<>();
        private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

        SilentInstance() throws IOException {
            Thread.ofVirtual().start(() -> {
                while (true) {
                    try {
                        Socket connection = socket.accept();
                        Thread.ofVirtual().start(() -> serve(connection));
                    } catch (IOException closed) {
                        return;
                    }
                }
            });
        }

        String url() {
            return "http://127.0.0.1:" + socket.getLocalPort();
        }

        private void serve(Socket connection) {
            String message = null;
            try (connection) {
                var in = new DataInputStream(connection.getInputStream());
                var head = new StringBuilder();
                while (head.indexOf("\r\n\r\n") < 0) {
                    head.append((char) in.readUnsignedByte());
                }
                Matcher length = Pattern.compile("(?i)content-length: (\\d+)").matcher(head);
                assertThat(length.find()).isTrue();
                message = new String(in.readNBytes(Integer.parseInt(length.group(1))), StandardCharsets.UTF_8);
                messages.add(message);
                if (message.contains("\"id\"")) {
                    in.readUnsignedByte();
                } else {
                    connection
                            .getOutputStream()
                            .write("HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                                    .getBytes(StandardCharsets.US_ASCII));
                }
            } catch (IOException e) {
                left.add(String.valueOf(message));
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    @Test
    void aMessageThatCannotBeReadIsAnsweredByItsIdOrFailsAllCalls() throws IOException {
        try (var client = new Client("mcp")) {
            client.say(call(1), call("\"b\""));
            Eventually.until("both are under way", () -> requests.size() == 2);
            client.say("{\"jsonrpc\":\"2.0\",\"id\":\"c\",\"method\":\"ping\",\"params\":{\"x\":\"\u0001\"}}");
            client.hears("\"id\":\"c\"", "-32700", "control character");
            assertThat(client.console.out()).as("no other call is touched").hasLineCount(1);

            client.say("nonsense");
            client.hears("\"id\":null", "-32700", "one line of JSON");
            client.hears("\"id\":1,", "-32000", "shows no id");
            client.hears("\"id\":\"b\"", "-32000", "shows no id");
            go.countDown();
            client.say(ping(2));
            client.hears(pong(2));
            assertThat(client.end()).as("each is answered once").hasLineCount(5);
        }
    }

    @Test
    void whatIsJsonButNoRequestIsRefusedByWhatItCallsItself() {
        assertThat(said("{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}", "mcp"))
                .contains("\"id\":1.5", "-32600", "text or an integer");
        assertThat(said("{\"jsonrpc\":\"2.0\",\"id\":[7],\"method\":\"ping\"}", "mcp"))
                .contains("\"id\":[7]", "-32600");
        assertThat(said("[" + ping(1) + "," + NOTIFICATION + "," + ping("\"x\"") + "]", "mcp"))
                .contains("\"id\":1,", "\"id\":\"x\"", "-32600", "on its own line")
                .hasLineCount(2);
        assertThat(said("[]\n7", "mcp")).contains("\"id\":null", "-32600").hasLineCount(2);
        assertThat(requests).isEmpty();

        server.stop(0);
        assertThat(said("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", "mcp"))
                .as("nobody waits for an answer to an answer")
                .isEmpty();
    }

    @Test
    void anIdBelongsToOneCallAtATime() throws IOException {
        try (var client = new Client("mcp")) {
            client.say(call(1), call("\"1\""), ping(1));
            client.hears("\"id\":1,", "-32600", "in flight");
            go.countDown();
            client.hears(pong(1));
            client.hears("\"id\":\"1\"");
            client.say(ping(1));
            assertThat(client.end().lines().filter(pong(1)::equals)).hasSize(2);
        }
    }

    @Test
    void aLineOfSixteenMegabytesIsSentAndALongerOneIsRefused() {
        String end = "\"}}";
        String begin = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"x\":\"";
        String message = begin + "y".repeat((16 << 20) - begin.length() - end.length()) + end;
        assertThat(said(message, "mcp")).isEqualTo(PONG + "\n");
        assertThat(requests).containsExactly(WITH_TOKEN + message);

        assertThat(said(" " + message + "\n" + ping(2), "mcp").lines())
                .hasSize(2)
                .anyMatch(line -> line.contains("\"id\":1,") && line.contains("at most 16777216 bytes"))
                .contains(pong(2));
        assertThat(requests).hasSize(2);
        assertThat(said("y".repeat((16 << 20) + 1), "mcp")).contains("\"id\":null", "at most 16777216 bytes");
    }

    @Test
    void aClientThatReadsNoLongerEndsTheCommandThoughItsInputIsOpen() throws IOException {
        var broken = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("broken pipe");
            }
        };
        try (var input = new PipedOutputStream()) {
            var out = new PrintStream(broken, true, StandardCharsets.UTF_8);
            var console = new Console(new PipedInputStream(input), out, out);
            Thread command = Thread.ofVirtual()
                    .start(() -> new CommandLine(console, new Installation(data, data, data, "1.2.3")).execute("mcp"));
            input.write((call(1) + "\n" + ping(2) + "\n").getBytes(StandardCharsets.UTF_8));
            input.flush();

            Eventually.until("the command ends", () -> !command.isAlive());
        }
    }

    @Test
    void whatTheInstanceTellsByItselfIsALineAsWell() throws IOException {
        events.add("id: a1\ndata: \n\n");
        events.add("id: b2\ndata: {\"changed\":1}\n\n");
        events.add("id: b2\ndata: \n\nid: c3\ndata: {\"changed\":2}\n\n");
        var input = new PipedOutputStream();
        var console = new RecordingConsole(new PipedInputStream(input));
        Thread command = Thread.ofVirtual()
                .start(() -> new CommandLine(console.console(), new Installation(data, data, data, "1.2.3"))
                        .execute("mcp", "--read-only"));
        input.write((NOTIFICATION + "\n").getBytes(StandardCharsets.UTF_8));
        input.flush();

        Eventually.until("both are told", () -> console.out().contains("{\"changed\":2}"));
        input.close();
        Eventually.until("the command ends with its input", () -> !command.isAlive());
        assertThat(console.out()).isEqualTo("{\"changed\":1}\n{\"changed\":2}\n");
        assertThat(streams).startsWith("none", "a1", "b2");
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 413})
    void whoIsRefusedAStreamDoesNotAskForItAgain(int refused) throws IOException {
        streamStatus = refused;
        var input = new PipedOutputStream();
        var console = new RecordingConsole(new PipedInputStream(input));
        Thread command = Thread.ofVirtual()
                .start(() ->
                        new CommandLine(console.console(), new Installation(data, data, data, "1.2.3")).execute("mcp"));
        String listen = "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"subscriptions/listen\"}";
        input.write((NOTIFICATION + "\n" + NOTIFICATION + "\n" + listen + "\n").getBytes(StandardCharsets.UTF_8));
        input.flush();

        Eventually.until("the request is refused", () -> console.out().contains("\"id\":5") && !streams.isEmpty());
        input.close();
        Eventually.until("the command ends with its input", () -> !command.isAlive());
        assertThat(console.out()).hasLineCount(1).contains("refuses");
        assertThat(streams).as("once, though it was initialized twice").hasSize(1);
    }
}
