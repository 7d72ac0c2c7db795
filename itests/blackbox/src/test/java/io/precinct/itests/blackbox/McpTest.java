package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.itests.support.Distribution;
import io.precinct.itests.support.Http;
import io.precinct.itests.support.PluginJar;
import io.precinct.testing.Eventually;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the tool proxy of the packaged distribution as a client of the Model Context Protocol. */
@Timeout(240)
@SuppressWarnings("unchecked") // plain data
class McpTest {
    @TempDir
    private static Path folder;

    private static final String INITIALIZE = """
            {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25",
            "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}""";

    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

    private static Service service;
    private static Http gateway;

    @BeforeAll
    static void start() throws IOException {
        int port = Service.freePort();
        Service.addUser(folder, "ada");
        Service.addUser(folder, "bob");
        Service.addUser(folder, "rita", "reader");
        Service.initializeDatabase(folder);
        Service.write(folder.resolve("config/source.yml"), "repos: {}\n");
        service = Service.on(folder, """
                service: tools
                access_log: false
                gateway:
                  port: %d
                  expose: [/mcp, /mcp/readonly, /repos, '/repos/**']
                """.formatted(port), "--features", "framework,cases,source,tools");
        gateway = new Http(URI.create("http://127.0.0.1:" + port));
        Eventually.until("the cases serve", () -> service.http.get("/api/tasks").status() == 200);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static Http.Answer send(String json, String... headers) {
        String[] all = Stream.concat(
                        Stream.of("Content-Type", "application/json", "Accept", "application/json, text/event-stream"),
                        Stream.of(headers))
                .toArray(String[]::new);
        return service.http.send("POST", "/mcp", json, all);
    }

    private static Map<String, @Nullable Object> result(String method, Map<String, ?> params, String... headers) {
        Http.Answer answer =
                send(Json.compact(Data.map("jsonrpc", "2.0", "id", 7, "method", method, "params", params)), headers);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.json()).containsEntry("id", 7);
        return (Map<String, @Nullable Object>)
                Objects.requireNonNull(answer.json().get("result"), answer::text);
    }

    private static List<Map<String, Object>> tools() {
        return (List<Map<String, Object>>)
                Objects.requireNonNull(result("tools/list", Map.of()).get("tools"));
    }

    private static List<String> names() {
        return tools().stream().map(tool -> (String) tool.get("name")).toList();
    }

    /** The answer of a tool: {@code {status, data}}. */
    private static Map<String, @Nullable Object> call(String tool, Object... arguments) {
        Map<String, @Nullable Object> result =
                result("tools/call", Map.of("name", tool, "arguments", Data.map(arguments)), "X-Detective", "ada");
        return ToolResults.answer(result);
    }

    private static Map<String, @Nullable Object> data(Map<String, @Nullable Object> answer) {
        return (Map<String, @Nullable Object>) Objects.requireNonNull(answer.get("data"), answer::toString);
    }

    @Test
    void theFrontPageAndTheListOfRoutesLeadOnlyWhereABrowserCanGo() {
        for (String page : List.of("/", "/inspect/routes")) {
            String html = service.http.get(page, "Accept", "text/html").ok().text();
            List<String> links = Pattern.compile("href=\"(/[^\"]*)\"")
                    .matcher(html)
                    .results()
                    .map(found -> found.group(1).replace("&amp;", "&"))
                    .distinct()
                    .toList();

            assertThat(links)
                    .contains("/inspect/routes", "/repos", "/api/tasks", "/mcp")
                    .doesNotContain("/annotations", "/references", "/api/tasks/stream", "/admin/status");
            for (String link : links) {
                Eventually.untilAsserted(
                        link + " opens",
                        () -> assertThat(service.http
                                        .get(link, "Accept", "text/html, */*;q=0.1")
                                        .status())
                                .isEqualTo(200));
            }
        }
    }

    @Test
    void itSaysWhatItIs() {
        Map<String, @Nullable Object> result = result(
                "initialize",
                Map.of(
                        "protocolVersion",
                        "2025-11-25",
                        "capabilities",
                        Map.of(),
                        "clientInfo",
                        Map.of("name", "test", "version", "1")));

        assertThat(result).containsEntry("protocolVersion", "2025-11-25").containsKeys("capabilities", "instructions");
        assertThat(send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}")
                        .status())
                .isEqualTo(202);
        assertThat(result("ping", Map.of())).isEmpty();
    }

    @Test
    void toolsAreFewAndEveryArgumentIsDescribed() {
        List<Map<String, Object>> shipped = tools().stream()
                .filter(tool -> !"toys".equals(tool.get("name")))
                .toList();
        assertThat(shipped)
                .extracting(tool -> tool.get("name"))
                .containsExactly("cases", "lists", "notes", "runtime", "source", "stack", "templates");
        for (Map<String, Object> tool : shipped) {
            var schema = (Map<String, Object>) Objects.requireNonNull(tool.get("inputSchema"));
            var arguments = (Map<String, Map<String, Object>>) Objects.requireNonNull(schema.get("properties"));
            assertThat(arguments).containsKey("operation");
            arguments.forEach(
                    (name, argument) -> assertThat(argument.keySet()).as(name).containsAnyOf("description", "enum"));
            boolean reads = List.of("source", "runtime").contains(tool.get("name"));
            assertThat((Map<String, Object>) tool.get("annotations")).containsEntry("readOnlyHint", reads);
        }
    }

    @Test
    void aCaseIsWorkedOnThroughTheToolsAlone() {
        Map<String, @Nullable Object> made =
                data(call("cases", "operation", "create", "label", "By tool", "idempotency_key", "once", "full", true));
        assertThat(made).containsEntry("label", "By tool");
        assertThat(String.valueOf(made.get("investigation_notes"))).contains("detective=ada");
        Object id = Objects.requireNonNull(made.get("id"));
        Map<String, @Nullable Object> again =
                data(call("cases", "operation", "create", "label", "By tool", "idempotency_key", "once"));
        assertThat(again).as("done once").containsEntry("id", id);

        assertThat(call("cases", "operation", "start", "id", id)).containsEntry("status", 200);
        assertThat(data(call("stack", "operation", "current"))).containsEntry("id", id);
        assertThat(call("notes", "operation", "add", "id", id, "note", "Found it."))
                .containsEntry("status", 201);
        assertThat(call(
                        "lists",
                        "operation",
                        "execute",
                        "id",
                        id,
                        "name",
                        "Sill",
                        "action",
                        "add",
                        "params",
                        Data.map("text", "look below")))
                .containsEntry("status", 200);
        assertThat(data(call("stack", "operation", "complete", "resolution", "It was there."))
                        .get("task"))
                .asString()
                .contains("completed");
        assertThat((List<?>) data(call("cases", "operation", "list", "fields", "id,label"))
                        .get("items"))
                .isNotEmpty();
    }

    @Test
    void onStdioItIsTheSame() throws Exception {
        String create = Json.compact(Data.map(
                "jsonrpc",
                "2.0",
                "id",
                1,
                "method",
                "tools/call",
                "params",
                Data.map("name", "cases", "arguments", Data.map("operation", "create", "label", "By stdio"))));
        Process process = new ProcessBuilder(
                        Distribution.built().command("mcp", "--data", service.data.toString(), "--user", "kim"))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var in = process.outputWriter()) {
            in.write(create + "\n{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");
        }
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.onExit().join().exitValue()).isZero();
        assertThat(said.lines()).hasSize(1);
        assertThat(said).contains("By stdio").contains("\"precinct/status\":201");
        String id = said.replaceAll("(?s).*?(task-[0-9a-f-]{36}).*", "$1");
        assertThat(service.http.get("/api/tasks/" + id).text()).contains("\"detective\":\"kim\"");
    }

    private static String credentials(String user) {
        return "Basic "
                + Base64.getEncoder()
                        .encodeToString((user + ":the password of " + user).getBytes(StandardCharsets.UTF_8));
    }

    /** The answer of a tool to a user of the gateway who claims to be somebody else. */
    private static Map<String, @Nullable Object> callAtGateway(String tool, Object... arguments) {
        String message = Json.compact(Data.map(
                "jsonrpc",
                "2.0",
                "id",
                1,
                "method",
                "tools/call",
                "params",
                Data.map("name", tool, "arguments", Data.map(arguments))));
        Http.Answer answer = gateway.send(
                "POST",
                "/mcp",
                message,
                "Content-Type",
                "application/json",
                "Authorization",
                credentials("ada"),
                "X-Detective",
                "bob",
                "Mcp-User",
                "bob");
        var result = (Map<String, @Nullable Object>)
                Objects.requireNonNull(answer.json().get("result"), answer::text);
        return ToolResults.answer(result);
    }

    @Test
    void atTheGatewayAUserIsWhoHeIsAndReachesWhatIsExposed() {
        Map<String, @Nullable Object> made =
                data(callAtGateway("cases", "operation", "create", "label", "Outside", "full", true));
        assertThat(String.valueOf(made.get("investigation_notes"))).contains("detective=ada");
        assertThat(callAtGateway("notes", "operation", "add", "id", made.get("id"), "note", "x", "detective", "bob"))
                .containsEntry("status", 422);

        String toRuntime = """
                {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
                "params": {"name": "runtime", "arguments": {"operation": "config"}}}""";
        assertThat(atGateway("ada", "POST", toRuntime).text()).contains("there is no tool runtime", "cases, lists");
        assertThat(gateway.send("POST", "/mcp", "{}").status())
                .as("without a user")
                .isEqualTo(401);
        assertThat(gateway.get("/api/tasks").status()).as("not exposed").isEqualTo(401);
    }

    /** The operations of each tool that a user of the gateway sees. */
    private static Map<String, List<String>> operationsOf(String user) {
        Http.Answer answer =
                atGateway(user, "POST", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{}}");
        var result = (Map<String, List<Map<String, ?>>>)
                Objects.requireNonNull(answer.json().get("result"), answer::text);
        Map<String, List<String>> operations = new TreeMap<>();
        for (Map<String, ?> tool : Objects.requireNonNull(result.get("tools"))) {
            var schema = (Map<String, Map<String, Map<String, List<String>>>>)
                    Objects.requireNonNull(tool.get("inputSchema"));
            operations.put(
                    String.valueOf(tool.get("name")),
                    Objects.requireNonNull(
                            Objects.requireNonNull(schema.get("properties").get("operation"))
                                    .get("enum")));
        }
        return operations;
    }

    @Test
    void atTheGatewayToolsShowWhatTheUserMayDoAndWhatIsExposed() {
        Map<String, List<String>> detective = operationsOf("ada");
        assertThat(detective.keySet()).contains("cases", "source").doesNotContain("runtime");
        assertThat(detective.get("cases")).contains("list", "create", "describe");
        assertThat(detective.get("source"))
                .as("what is below /repos")
                .contains("repos", "tree", "file", "symbols")
                .doesNotContain("all_symbols");
        assertThat(callAtGateway("source", "operation", "repos")).containsEntry("status", 200);
        assertThat(data(callAtGateway("source", "operation", "all_symbols")).get("error"))
                .isEqualTo("there is no operation all_symbols");

        Map<String, List<String>> reader = operationsOf("rita");
        assertThat(reader.get("cases")).contains("list", "get").doesNotContain("create", "update", "delete");
        assertThat(reader.get("notes")).contains("list").doesNotContain("add");
    }

    @Test
    void aRefusalSaysWhatToDoNext() {
        assertThat(data(call("cases", "operation", "frobnicate")).get("error"))
                .asString()
                .contains("no operation frobnicate");
        assertThat(String.valueOf(data(call("cases", "operation", "strat"))))
                .contains("did you mean start?", "allowed=[list, search, get");
        assertThat(data(call("cases", "operation", "get")).get("error")).isEqualTo("get needs id");
        assertThat(call("cases", "operation", "get", "id", "task-00000000-0000-4000-8000-000000000000"))
                .containsEntry("status", 404);
        Map<String, @Nullable Object> unknown = call("cases", "operation", "create", "colour", "red");
        assertThat(unknown).containsEntry("status", 400);
        assertThat(String.valueOf(data(unknown).get("errors"))).contains("argument=colour", "argument=label");
        Map<String, @Nullable Object> invalid = call("cases", "operation", "create", "label", " ", "priority", 9);
        assertThat(invalid).containsEntry("status", 422);
        assertThat(String.valueOf(data(invalid).get("errors"))).contains("/label", "/priority");
    }

    @Test
    void whatIsNoMessageIsRefusedAndTheServiceGoesOn() {
        assertThat(send("[]").status()).isEqualTo(400);
        assertThat(send("nonsense").status()).isEqualTo(400);
        assertThat(send("{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}").status())
                .isIn(400, 422);
        assertThat(send("{\"jsonrpc\":\"2.0\",\"id\":1}").status()).isEqualTo(400);
        assertThat(send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", "MCP-Protocol-Version", "1999-01-01")
                        .text())
                .contains("2025-11-25");
        assertThat(send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"no/such\"}").text())
                .contains("-32601");
        assertThat(send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"nobody\"}}")
                        .text())
                .contains("-32602", "there is no tool nobody", "one of cases, lists, notes, runtime, source, stack");
        assertThat(send("{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}").status())
                .isEqualTo(400);
        for (String params : List.of(
                "{}",
                "[]",
                "{\"name\":{}}",
                "{\"name\":7}",
                "{\"name\":\"runtime\",\"arguments\":[]}",
                "{\"name\":\"runtime\",\"arguments\":\"health\"}")) {
            assertThat(send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":" + params + "}")
                            .text())
                    .as(params)
                    .contains("\"id\":1", "-32602", "params");
        }
        assertThat(send("{\"jsonrpc\":\"2.0\",\"method\":\"no/such\"}").status())
                .isEqualTo(202);
        assertThat(names()).contains("cases");
    }

    @Test
    void hostileClientsCostThemselvesOnly() throws IOException {
        Http.Answer large = send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"x\":\""
                + "y".repeat(50 << 20) + "\"}}");
        assertThat(large.status()).isEqualTo(413);

        var deaf = new ArrayList<Socket>();
        String list = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}";
        String host = service.server.url().getAuthority();
        try {
            for (int i = 0; i < 20; i++) {
                var socket = new Socket(
                        service.server.url().getHost(), service.server.url().getPort());
                deaf.add(socket);
                String asks =
                        "POST /mcp HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                                .formatted(host, list.length(), list);
                String listens = "GET /mcp HTTP/1.1\r\nHost: %s\r\nAccept: text/event-stream\r\n\r\n".formatted(host);
                socket.getOutputStream().write((asks.repeat(20) + listens).getBytes(StandardCharsets.US_ASCII));
            }
            assertThat(names()).as("others are answered").contains("cases");
        } finally {
            for (Socket socket : deaf) {
                socket.close();
            }
        }
        assertThat(names()).contains("cases");
    }

    private static PluginJar toy(String version, String sentence) {
        return PluginJar.of("test.toy", version)
                .header("Provide-Capability", "precinct.family;precinct.family=\"toy\"")
                .importing("io.precinct.tools.api")
                .source("test.Toys", """
                        package test;
                        import io.precinct.api.boundary.*;
                        import io.precinct.api.data.Data;
                        import java.util.List;
                        import java.util.concurrent.atomic.AtomicBoolean;
                        public final class Toys implements BoundaryFamily {
                            private static final AtomicBoolean WAITING = new AtomicBoolean();
                            public List<Member> members() {
                                Declaration toy = Declaration.terminal().writes("toy", true).build();
                                return List.of(
                                        Member.on(RouteDeclaration.of("get", "/toys/:id").exposed(), "read", toy,
                                                input -> Reply.ok(Data.map("toy", input.params().text("id")))),
                                        Member.on(RouteDeclaration.of("get", "/toys/safe").neverExposed(), "safe", toy,
                                                input -> Reply.ok(Data.map("toy", "gold"))),
                                        Member.get("/toys/waiting", "waiting", toy,
                                                input -> Reply.ok(Data.map("toy", WAITING.get()))),
                                        Member.get("/toys/slow", "slow", toy, input -> {
                                            WAITING.set(true);
                                            java.nio.file.Path go = java.nio.file.Path.of("%s");
                                            while (!java.nio.file.Files.exists(go)) {
                                                try {
                                                    Thread.sleep(10);
                                                } catch (InterruptedException e) {
                                                    WAITING.set(false);
                                                    throw new IllegalStateException(e);
                                                }
                                            }
                                            return Reply.ok(Data.map("toy", "%s"));
                                        }),
                                        Member.get("/toys/flood", "flood", toy,
                                                input -> Reply.of(200, new Body.Stream("text/plain", -1, null, out -> {
                                                    for (int i = 0; i < 1 << 20; i++) {
                                                        out.write(new byte[1 << 16]);
                                                    }
                                                }))));
                            }
                        }
                        """.formatted(folder.resolve("go"), version))
                .component("test.Toys", "io.precinct.api.boundary.BoundaryFamily", "precinct.family.name", "toy")
                .source("test.ToyTool", """
                        package test;
                        import io.precinct.tools.api.*;
                        public final class ToyTool implements Tool {
                            public ToolDescription description() {
                                return ToolDescription.named("toys", "%s").operation("get", "toy.read").operation("flood", "toy.flood").operation("slow", "toy.slow").build();
                            }
                        }
                        """.formatted(sentence))
                .component("test.ToyTool", "io.precinct.api.service.Extension");
    }

    private static String sentences() {
        return tools().stream().map(tool -> (String) tool.get("description")).collect(Collectors.joining("\n"));
    }

    @Test
    void aToolComesIsReplacedAndGoesWithItsBundle() throws Exception {
        Path jar = service.boundaries.resolve("toy.jar");
        var changes = EventStream.at(service.server.url().resolve("/mcp"), "Accept", "text/event-stream");

        toy("1.0.0", "Toys.").writeTo(jar);
        Eventually.until("a client hears of the tool", () -> changed(changes) == 1);
        Eventually.until(() -> "the tool is there: " + service.server.transcript(), () -> names().contains("toys"));
        assertThat(data(call("toys", "operation", "get", "id", "bear"))).containsEntry("toy", "bear");

        assertThat(callAtGateway("toys", "operation", "get", "id", "bear")).containsEntry("status", 200);
        assertThat(callAtGateway("toys", "operation", "get", "id", "safe"))
                .as("another route takes it")
                .containsEntry("status", 404);
        assertThat(call("toys", "operation", "get", "id", "..")).containsEntry("status", 400);
        Map<String, @Nullable Object> flood = call("toys", "operation", "flood");
        assertThat(flood.get("data"))
                .as("64 GB, whose length nobody says")
                .asString()
                .hasSizeBetween(1_000, 200_000);
        assertThat(flood.get("note")).asString().startsWith("Cut to 10000 of about ");

        var slow = CompletableFuture.supplyAsync(() -> call("toys", "operation", "slow"));
        Eventually.until(
                "a call is in flight",
                () -> service.http.get("/toys/waiting").text().contains("true"));
        toy("1.1.0", "Better toys.").writeTo(jar);
        Eventually.until("the tool is another", () -> sentences().contains("Better toys."));
        Eventually.until("a client hears of that", () -> changed(changes) == 2);
        Files.createFile(folder.resolve("go"));
        assertThat(data(slow.join()))
                .as("the call in flight ends where it began")
                .containsEntry("toy", "1.0.0");

        Files.delete(jar);
        Eventually.until(
                "the route is gone", () -> service.http.get("/toys/bear").status() == 404);
        Eventually.until("nothing of it stays in memory, though no message has come since", () -> {
            service.server.collectGarbage();
            return !service.http.get("/metrics").text().contains("precinct_generations_alive{bundle=\"test.toy\"");
        });
        Eventually.until("the tool is gone", () -> !names().contains("toys"));
        Eventually.until("a client hears of that as well", () -> changed(changes) == 3);
        changes.close();
    }

    private static long changed(EventStream stream) {
        return stream.events().stream()
                .filter(event -> "notifications/tools/list_changed".equals(event.get("method")))
                .count();
    }

    private static boolean toyIsWaiting() {
        return service.http.get("/toys/waiting").text().contains("true");
    }

    @Test
    void onStdioCallsRunBesideEachOtherAndACancelledOneIsGivenUpByTheInstance() throws Exception {
        Files.deleteIfExists(folder.resolve("go"));
        Path jar = service.boundaries.resolve("toy.jar");
        toy("1.0.0", "Toys.").writeTo(jar);
        Eventually.until(() -> "the tool is there: " + service.server.transcript(), () -> names().contains("toys"));
        Process process = new ProcessBuilder(
                        Distribution.built().command("mcp", "--data", service.data.toString(), "--user", "kim"))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var in = process.outputWriter();
                var out = process.inputReader()) {
            in.write(line(1, "tools/call", Data.map("name", "toys", "arguments", Data.map("operation", "slow"))));
            in.flush();
            Eventually.until("the call is under way", McpTest::toyIsWaiting);
            in.write(line(2, "ping", Data.map()));
            in.flush();
            assertThat(out.readLine()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}");

            in.write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}\n");
            in.flush();
            Eventually.until("the route is interrupted", () -> !toyIsWaiting());
            in.write(line(3, "ping", Data.map("x", "y".repeat(2 << 20))));
            in.flush();
            assertThat(out.readLine()).contains("\"id\":3", "larger than 1048576 bytes");
            in.close();
            assertThat(out.readLine()).as("nothing of the call").isNull();
            assertThat(process.onExit().join().exitValue()).isZero();
        } finally {
            process.destroy();
            Files.delete(jar);
        }
        Eventually.until("the tool is gone", () -> !names().contains("toys"));
    }

    private static String line(int id, String method, Map<String, ?> params) {
        return Json.compact(Data.map("jsonrpc", "2.0", "id", id, "method", method, "params", params)) + "\n";
    }

    @Test
    void aSessionEndsWhenItIsClosed() {
        Http.Answer begun = send(INITIALIZE);
        String session = sessionOf(begun);
        assertThat(send(PING, "Mcp-Session-Id", session).status()).isEqualTo(200);

        assertThat(service.http.send("DELETE", "/mcp", null).status()).isEqualTo(400);
        assertThat(service.http
                        .send("DELETE", "/mcp", null, "Mcp-Session-Id", session)
                        .status())
                .isEqualTo(204);
        Http.Answer closed = send(PING, "Mcp-Session-Id", session);
        assertThat(closed.status()).isEqualTo(404);
        assertThat(closed.text()).contains("begin with initialize", "\"id\":1");
        assertThat(send("[" + PING + "]", "Mcp-Session-Id", session).status()).isEqualTo(404);
        assertThat(send(PING, "Mcp-Session-Id", "invented").status()).isEqualTo(404);
        assertThat(service.http
                        .send("DELETE", "/mcp", null, "Mcp-Session-Id", session)
                        .status())
                .isEqualTo(404);
        assertThat(service.http
                        .get("/mcp", "Mcp-Session-Id", session, "Accept", "text/event-stream")
                        .status())
                .isEqualTo(404);
        assertThat(send(PING).status()).as("without a session").isEqualTo(200);
    }

    private static Http.Answer atGateway(String user, String method, @Nullable String body, String... headers) {
        String[] all = Stream.concat(
                        Stream.of("Content-Type", "application/json", "Authorization", credentials(user)),
                        Stream.of(headers))
                .toArray(String[]::new);
        return gateway.send(method, "/mcp", body, all);
    }

    private static String sessionOf(Http.Answer begun) {
        return Objects.requireNonNull(begun.header("mcp-session-id"), begun::text);
    }

    @Test
    void aSessionBelongsToItsUser() {
        String session = sessionOf(atGateway("ada", "POST", INITIALIZE));

        String[] asBob = {"Mcp-Session-Id", session, "X-Detective", "ada", "Mcp-User", "ada"};
        Http.Answer refused = atGateway("bob", "POST", PING, asBob);
        assertThat(refused.status()).isEqualTo(404);
        assertThat(refused.text()).contains("begin with initialize");
        assertThat(atGateway("bob", "POST", "[" + PING + "]", asBob).status()).isEqualTo(404);
        assertThat(atGateway("bob", "GET", null, "Mcp-Session-Id", session, "Accept", "text/event-stream")
                        .status())
                .isEqualTo(404);
        assertThat(atGateway("bob", "DELETE", null, asBob).status()).isEqualTo(404);
        assertThat(send(PING, asBob).status()).as("at the internal listener").isEqualTo(404);

        assertThat(atGateway("ada", "POST", PING, "Mcp-Session-Id", session).status())
                .as("bob has not closed it")
                .isEqualTo(200);
        assertThat(atGateway("ada", "DELETE", null, "Mcp-Session-Id", session).status())
                .isEqualTo(204);
        assertThat(atGateway("ada", "POST", PING, "Mcp-Session-Id", session).status())
                .isEqualTo(404);
    }

    @Test
    void atTheInternalListenerASessionBelongsToWhoeverTheClientNames() {
        String named = sessionOf(send(INITIALIZE, "X-Detective", "ada"));
        assertThat(send(PING, "Mcp-Session-Id", named, "X-Detective", "bob").status())
                .isEqualTo(404);
        assertThat(send(PING, "Mcp-Session-Id", named, "Mcp-User", "ada").status())
                .isEqualTo(200);
        assertThat(atGateway("ada", "POST", PING, "Mcp-Session-Id", named).status())
                .as("at the gateway")
                .isEqualTo(404);

        String unnamed = sessionOf(send(INITIALIZE));
        assertThat(send(PING, "Mcp-Session-Id", unnamed, "X-Detective", "bob").status())
                .isEqualTo(200);
        assertThat(atGateway("ada", "POST", PING, "Mcp-Session-Id", unnamed).status())
                .as("at the gateway")
                .isEqualTo(404);
    }

    @Test
    void everyMethodRefusesForeignPagesAndForeignHosts() {
        for (String address : List.of("/mcp", "/mcp/readonly")) {
            for (String method : List.of("GET", "HEAD", "POST", "DELETE")) {
                String body = method.equals("POST") ? PING : null;
                for (String[] foreign : List.of(
                        new String[] {"Origin", "https://evil.example"},
                        new String[] {"Origin", "null"},
                        new String[] {"Sec-Fetch-Site", "cross-site"},
                        new String[] {"Sec-Fetch-Site", "same-site"})) {
                    assertThat(service.http.send(method, address, body, foreign).status())
                            .as(method + " " + address + " " + List.of(foreign))
                            .isEqualTo(403);
                }
            }
        }
        for (String method : List.of("GET", "POST", "DELETE")) {
            assertThat(statusFor(method, "evil.example")).as(method).contains(" 403 ");
        }
        String own = service.server.url().toString();
        assertThat(send(PING, "Origin", own, "Sec-Fetch-Site", "same-origin").status())
                .isEqualTo(200);
        assertThat(service.http
                        .get("/mcp", "Accept", "text/html", "Sec-Fetch-Site", "none")
                        .status())
                .isEqualTo(200);
    }

    /** The status line of the answer to a request that names another host, which Java's client does not send. */
    private static String statusFor(String method, String host) {
        URI url = service.server.url();
        try (var socket = new Socket(url.getHost(), url.getPort())) {
            String request = method + " /mcp HTTP/1.1\r\nHost: " + host + "\r\nContent-Length: 0\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            var reader = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            return String.valueOf(reader.readLine());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aBrowserIsShownWhatThisIs() {
        Http.Answer page = service.http
                .get("/mcp", "Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")
                .ok();

        assertThat(page.header("content-type")).startsWith("text/html");
        assertThat(page.header("cache-control")).isEqualTo("no-store");
        assertThat(page.text()).contains("Model Context Protocol", "streamable HTTP", "cases");
        assertThat(service.http.get("/mcp/readonly", "Accept", "text/html").ok().text())
                .contains("change nothing", "precinct mcp --read-only");
        assertThat(service.http.get("/mcp", "Accept", "application/json").ok().json())
                .containsKeys("what", "connect", "tools");
    }

    /** The beginning of a stream, as it is sent. */
    private static String beginning(String accept, String... headers) throws IOException {
        URI url = service.server.url();
        try (var socket = new Socket(url.getHost(), url.getPort())) {
            String fields = Stream.iterate(0, i -> i < headers.length, i -> i + 2)
                    .map(i -> headers[i] + ": " + headers[i + 1] + "\r\n")
                    .collect(Collectors.joining());
            String request = "GET /mcp HTTP/1.1\r\nHost: " + url.getAuthority() + "\r\nAccept: " + accept + "\r\n"
                    + fields + "\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            var reader = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            var event = new StringBuilder();
            boolean inEvent = false;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                inEvent |= line.startsWith("id: ");
                if (inEvent && line.isEmpty()) {
                    return event.toString();
                }
                if (inEvent) {
                    event.append(line).append('\n');
                }
            }
            throw new AssertionError("the stream ended before its first event");
        }
    }

    @Test
    void aStreamBeginsWithAnEmptyEventOnlyForClientsThatExpectIt() throws IOException {
        String idOnly = "id: [0-9a-f]{16}\n";
        assertThat(beginning("*/*")).matches(idOnly);
        assertThat(beginning("text/event-stream", "MCP-Protocol-Version", "2025-06-18"))
                .matches(idOnly);
        assertThat(beginning("text/event-stream", "MCP-Protocol-Version", "2025-11-25"))
                .matches(idOnly + "data: \n");

        String session = sessionOf(send(INITIALIZE.replace("2025-11-25", "2024-11-05")));
        assertThat(beginning("text/event-stream", "Mcp-Session-Id", session)).matches(idOnly);
        assertThat(beginning("text/event-stream", "Mcp-Session-Id", sessionOf(send(INITIALIZE))))
                .matches(idOnly + "data: \n");
        assertThat(service.http
                        .get("/mcp", "Accept", "text/event-stream", "MCP-Protocol-Version", "1999-01-01")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void eachRevisionIsAgreedOnAndANewerOneWhereThereIsNoSuch() {
        for (String revision : List.of("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")) {
            assertThat(send(INITIALIZE.replace("2025-11-25", revision)).text())
                    .contains("\"protocolVersion\":\"" + revision + "\"");
        }
        assertThat(send(INITIALIZE.replace("2025-11-25", "2024-10-07")).text())
                .contains("\"protocolVersion\":\"2025-11-25\"");
    }

    @Test
    void aBatchIsAnsweredByABatchInTheRevisionsThatHaveThem() {
        String batch = "[" + PING + ",{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"},"
                + "{\"jsonrpc\":\"2.0\",\"id\":\"b\",\"method\":\"tools/call\",\"params\":"
                + "{\"name\":\"runtime\",\"arguments\":{\"operation\":\"health\"}}},7]";
        for (String revision : List.of("2024-11-05", "2025-03-26")) {
            String session = sessionOf(send(INITIALIZE.replace("2025-11-25", revision)));
            Http.Answer answer = send(batch, "Mcp-Session-Id", session);
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
            var answers = (List<Map<String, Object>>) Http.json(answer.text());
            assertThat(answers).extracting(one -> one.get("id")).containsExactly(1, "b", null);
            assertThat(answers.get(1).toString()).contains("status=200");
            assertThat(answers.get(2).toString()).contains("-32600");
        }
        assertThat(send("[{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}]")
                        .status())
                .isEqualTo(202);
        assertThat(send("[" + INITIALIZE + "]").text()).contains("-32600", "sent by itself");
        assertThat(send("[" + (PING + ",").repeat(100) + PING + "]").text()).contains("1 to 100 messages, got 101");

        String newer = sessionOf(send(INITIALIZE));
        for (String[] headers : List.of(
                new String[] {"Mcp-Session-Id", newer},
                new String[] {"MCP-Protocol-Version", "2025-06-18"},
                new String[] {"MCP-Protocol-Version", "2026-07-28"})) {
            Http.Answer refused = send(batch, headers);
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.text()).contains("-32600", "has no batches");
        }
    }

    @Test
    void oneAddressOnlyReads() {
        var list = (List<Map<String, Object>>)
                Objects.requireNonNull(readOnly("tools/list", Map.of()).get("tools"));
        assertThat(list).extracting(tool -> tool.get("name")).contains("cases", "runtime", "source", "stack");
        for (Map<String, Object> tool : list) {
            assertThat((Map<String, Object>) tool.get("annotations")).containsEntry("readOnlyHint", true);
            assertThat(String.valueOf(tool.get("inputSchema"))).doesNotContain("create", "delete", "interrupt");
        }
        Map<String, @Nullable Object> refused = readOnly(
                "tools/call", Map.of("name", "cases", "arguments", Data.map("operation", "create", "label", "No")));
        assertThat(refused).containsEntry("isError", true);
        assertThat(String.valueOf(data(ToolResults.answer(refused))))
                .contains("no operation create", "allowed=[list, search, get");
        assertThat(readOnly("tools/call", Map.of("name", "cases", "arguments", Data.map("operation", "list"))))
                .containsEntry("isError", false);
    }

    private static Map<String, @Nullable Object> readOnly(String method, Map<String, ?> params) {
        Http.Answer answer = service.http.post(
                "/mcp/readonly", Json.compact(Data.map("jsonrpc", "2.0", "id", 7, "method", method, "params", params)));
        return (Map<String, @Nullable Object>)
                Objects.requireNonNull(answer.json().get("result"), answer::text);
    }

    /** Sends a request of revision 2026-07-28. */
    private static Http.Answer stateless(String method, Map<String, ?> params, String... headers) {
        Map<String, @Nullable Object> all = new TreeMap<>(params);
        all.put(
                "_meta",
                Data.map(
                        "io.modelcontextprotocol/protocolVersion",
                        "2026-07-28",
                        "io.modelcontextprotocol/clientCapabilities",
                        Data.map()));
        String message =
                Json.compact(Data.map("jsonrpc", "2.0", "id", "a", "method", method, "params", Data.freezeMap(all)));
        return send(
                message,
                Stream.concat(Stream.of("MCP-Protocol-Version", "2026-07-28"), Stream.of(headers))
                        .toArray(String[]::new));
    }

    @Test
    void revision20260728AgreesOnNothingBeforehand() {
        Http.Answer discovered = stateless("server/discover", Map.of(), "Mcp-Method", "server/discover");
        assertThat(discovered.status()).as(discovered.text()).isEqualTo(200);
        assertThat((Map<String, Object>) discovered.json().get("result"))
                .containsEntry("resultType", "complete")
                .containsKeys("supportedVersions", "capabilities", "ttlMs", "cacheScope");
        assertThat(stateless("tools/list", Map.of(), "Mcp-Method", "tools/list").text())
                .contains("\"ttlMs\":", "\"name\":\"cases\"");

        Map<String, ?> call = Map.of("name", "runtime", "arguments", Data.map("operation", "health"));
        assertThat(stateless("tools/call", call, "Mcp-Method", "tools/call", "Mcp-Name", "runtime")
                        .text())
                .contains("\"resultType\":\"complete\"", "\"precinct/status\":200");
        Http.Answer mismatch = stateless("tools/call", call, "Mcp-Method", "tools/call", "Mcp-Name", "cases");
        assertThat(mismatch.status()).isEqualTo(400);
        assertThat(mismatch.text()).contains("-32020", "Mcp-Name");
        assertThat(stateless("ping", Map.of(), "Mcp-Method", "ping").status()).isEqualTo(404);
        assertThat(send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/discover\"}")
                        .text())
                .contains("-32602", "protocolVersion", "clientCapabilities");
    }
}
