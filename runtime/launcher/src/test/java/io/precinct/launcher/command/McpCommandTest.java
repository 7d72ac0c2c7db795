package io.precinct.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.precinct.launcher.Installation;
import io.precinct.launcher.RecordingConsole;
import io.precinct.launcher.data.DataFolder;
import io.precinct.launcher.data.RunFile;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class McpCommandTest {
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
    private String answer = PONG;

    @BeforeEach
    void anInstance() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/mcp", this::answer);
        server.start();
        new RunFile(ProcessHandle.current().pid(), url(), "f00d", Instant.now(), "1.2.3").write(new DataFolder(data));
    }

    @AfterEach
    void stop() {
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
        boolean notified = !body.contains("\"id\"");
        byte[] bytes = (notified ? "" : answer).getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(notified ? 202 : status, notified ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
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
        assertThat(said(PING + "\n\n" + NOTIFICATION + "\n", "mcp")).isEqualTo(PONG + "\n");
        assertThat(requests)
                .as("without the token")
                .containsExactlyInAnyOrder("none none " + PING, "none none " + NOTIFICATION);
    }

    @Test
    void whoAsksIsSaid() throws IOException {
        Path password = Files.writeString(data.resolve("password"), "secret\n");

        said(PING, "mcp", "--user", "ada");
        said(PING, "mcp", "--url", url().toString(), "--user", "ada", "--password-file", password.toString());

        assertThat(requests).containsExactly("none ada " + PING, "Basic YWRhOnNlY3JldA== none " + PING);
    }

    @Test
    void whatIsNoMessageIsAnsweredAsTheProtocolSays() {
        assertThat(said("nonsense\n" + PING, "mcp")).contains("-32700").endsWith(PONG + "\n");
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

    @Test
    void whoIsRefusedAStreamDoesNotAskForItAgain() throws IOException {
        streamStatus = 401;
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
