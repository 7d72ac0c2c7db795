package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.itests.support.Distribution;
import io.precinct.itests.support.Http;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the tools of the whole product reach what REST reaches. */
@Timeout(240)
@SuppressWarnings("unchecked") // plain data
class ToolReachTest {
    /** The routes that no tool reaches, on purpose. The section "Tools" of docs/decisions.md names each with its reason. */
    private static final Set<String> NOT_REACHED = Set.of(
            // streams of events
            "channel.stream",
            // pages, scripts and pictures
            "console.asset",
            "console.page",
            "console.view",
            "traces.badge",
            // the endpoint of the protocol
            "mcp.close",
            "mcp.message",
            "mcp.stream",
            "mcp.readonly_close",
            "mcp.readonly_message",
            "mcp.readonly_stream",
            // bytes in the request
            "operations.deploy",
            "repos.webhook",
            // changes of the runtime
            "database.backup",
            "operations.disable",
            "operations.enable",
            "operations.logger",
            "operations.reload",
            "operations.rollback",
            "operations.scenario",
            "operations.undeploy",
            // texts for other programs
            "inspect.openapi",
            "operations.metrics",
            // further addresses of a route that is reached
            "configuration.query",
            "notes.investigation_note",
            "recurring.enabled",
            "views.of_detective",
            "views.of_type",
            // examples of the shipped service.yml
            "echo",
            "echo.post",
            "plain");

    /** The operation that every tool has, and that is no route. */
    private static final String DESCRIBE = "describe";

    /** The end of the names of the files that list the bundles of a feature. */
    private static final String FEATURE = ".bundles";

    private static final int MOST_TOOLS = 8;

    /** A row of the table of tools: the name, the purpose, the operations. */
    private static final Pattern ROW =
            Pattern.compile("^\\| `([a-z]+)` \\| [^|]+ \\| ([a-z_, ]+) \\|$", Pattern.MULTILINE);

    @TempDir
    private static Path folder;

    private static Service service;
    private static DeclaredTools declared;
    private static String token;

    @BeforeAll
    static void start() throws IOException, ReflectiveOperationException {
        declared = DeclaredTools.ofDistribution();
        GitFolder.init(folder.resolve("shop"))
                .write("app.yml", "port: 8080\n")
                .write("Till.java", "/** Takes money. @req:pay */\nclass Till {}\n")
                .commit("as it is");
        Distribution.copyTree(Distribution.built().home().resolve("config"), folder.resolve("config"));
        Service.initializeDatabase(folder);
        Service.write(folder.resolve("config/source.yml"), "repos: {shop: {url: ../shop}}\n");
        service =
                Service.on(folder, Files.readString(folder.resolve("config/service.yml")), "--features", allFeatures());
        Eventually.until("all serves", () -> service.http.get("/ready").status() == 200);
        Eventually.until(
                () -> "the repository is read: " + service.http.get("/repos").text(),
                () -> service.http.get("/repos/shop/tree").status() == 200);
        service.awaitParsed("shop");
        Map<?, ?> instance = (Map<?, ?>) Http.json(Files.readString(service.data.resolve("run.json")));
        token = String.valueOf(Objects.requireNonNull(instance).get("token"));
    }

    private static String allFeatures() throws IOException {
        try (Stream<Path> files = Files.list(Distribution.built().home().resolve("features"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(FEATURE))
                    .map(name -> name.substring(0, name.length() - FEATURE.length()))
                    .sorted()
                    .collect(Collectors.joining(","));
        }
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void everyRouteIsReachedOrIsLeftOutOnPurpose() {
        Set<String> routes = routes();
        List<String> reached = declared.routes();

        Set<String> unreached = new TreeSet<>(routes);
        reached.forEach(unreached::remove);
        unreached.removeAll(NOT_REACHED);
        assertThat(unreached)
                .as(
                        "No tool reaches these routes. Add an operation to the tool of the route's bundle, or to a part of a"
                                + " tool if it has none, and to the table of docs/tools.md; or, if no program with a language"
                                + " model is to call the route, name it in NOT_REACHED of this test and, with the reason, in"
                                + " the section \"Tools\" of docs/decisions.md.")
                .isEmpty();
        assertThat(reached).as("an operation calls a route that exists").isSubsetOf(routes);
        assertThat(NOT_REACHED)
                .as("a route that is left out exists, and no tool reaches it")
                .isSubsetOf(routes)
                .doesNotContainAnyElementsOf(reached);
    }

    @Test
    void whatIsLeftOutHasAReason() throws IOException {
        String decisions = read("docs/decisions.md");
        String tools = decisions.substring(
                decisions.indexOf("\n### Tools\n"), decisions.indexOf("\n### Contracts and OpenAPI\n"));

        assertThat(NOT_REACHED).allSatisfy(route -> assertThat(tools).contains("`" + route + "`"));
    }

    @Test
    void thePartsOfAToolAreListedAsOne() {
        Map<String, Set<String>> expected = new TreeMap<>();
        declared.tools().forEach((tool, operations) -> expected.put(tool, operations.keySet()));

        assertThat(listed()).isEqualTo(expected).hasSizeLessThanOrEqualTo(MOST_TOOLS);
        assertThat(service.server.transcript()).doesNotContain("repeats the operation");
    }

    @Test
    void theGuideListsEveryOperation() throws IOException {
        Map<String, List<String>> guide = new TreeMap<>();
        ROW.matcher(read("docs/tools.md"))
                .results()
                .forEach(row -> guide.put(row.group(1), List.of(row.group(2).split(", "))));

        assertThat(guide.keySet()).isEqualTo(declared.tools().keySet());
        guide.forEach((tool, operations) -> assertThat(operations)
                .as(tool)
                .containsExactlyInAnyOrderElementsOf(
                        Objects.requireNonNull(declared.tools().get(tool)).keySet()));
    }

    @Test
    void aCaseIsTaggedLinkedAndLookedThrough() {
        Object id = made("Till is short");
        Object other = made("Count the till");

        ok("cases", "operation", "tag", "id", id, "tag", "till");
        assertThat(ok("cases", "operation", "undo", "id", id)).containsEntry("evidence_tags", List.of());
        ok("cases", "operation", "link_case", "id", id, "related_task_id", other, "relationship_type", "blocks");
        assertThat(ok("cases", "operation", "relations", "id", id).toString()).contains(other.toString());
        Object part = made("Look below the drawer");
        ok("cases", "operation", "link_case", "id", id, "related_task_id", part, "relationship_type", "parent_of");
        assertThat(ok("cases", "operation", "children", "id", id).toString()).contains(part.toString());
        assertThat(ok("cases", "operation", "progress", "id", id)).isNotEmpty();
        assertThat(ok("cases", "operation", "find", "case_link", other).toString())
                .contains(id.toString());
        assertThat(ok("cases", "operation", "statistics").toString()).contains("active");
        assertThat(ok("cases", "operation", "today").toString()).contains(id.toString());
        assertThat(ok("cases", "operation", "export", "id", id)).isNotEmpty();
    }

    @Test
    void aNoteIsReadByIndexAndById() {
        Object id = made("Till is short again");
        Map<String, @Nullable Object> note = ok("notes", "operation", "add", "id", id, "note", "Ten are missing.");
        String noteId = String.valueOf(note.get("note_id"));
        assertThat(noteId).startsWith("note-");

        Object index = call("notes", "operation", "index", "id", id).get("data");
        assertThat(String.valueOf(index)).contains("Ten are missing.");
        assertThat(ok("notes", "operation", "get", "id", id, "idx", noteId)).isEqualTo(note);
        assertThat(ok(
                        "notes",
                        "operation",
                        "get",
                        "id",
                        id,
                        "idx",
                        ((List<?>) Objects.requireNonNull(index)).size() - 1))
                .isEqualTo(note);
        ok("notes", "operation", "edit", "id", id, "idx", noteId, "note", "Eleven are missing.");
        assertThat(ok("notes", "operation", "redact", "id", id, "idx", noteId, "reason", "It names money."))
                .containsEntry("content", "Redacted: It names money.");
    }

    @Test
    void sourceIsSearchedComparedAndAsked() {
        assertThat(ok("source", "operation", "search", "repo", "shop", "q", "money")
                        .toString())
                .contains("Till.java");
        assertThat(ok("source", "operation", "all_references", "name", "Till").toString())
                .contains("Till.java");
        assertThat(ok("source", "operation", "blame", "repo", "shop", "path", "Till.java", "from", 1, "to", 1)
                        .toString())
                .contains("commit");
        assertThat(ok("source", "operation", "branches", "repo", "shop").toString())
                .contains("main");
        assertThat(ok("source", "operation", "diff", "repo", "shop", "from", "main", "to", "main"))
                .containsKey("items");
        assertThat(ok("source", "operation", "coverage").toString()).contains("pay");
        assertThat(ok("source", "operation", "config", "repo", "shop", "path", "app.yml", "query", "port")
                        .toString())
                .contains("8080");
        assertThat(ok(
                        "source",
                        "operation",
                        "compare",
                        "selector",
                        Map.of("path", "app.yml", "query", "port"),
                        "envs",
                        List.of(Map.of("name", "here", "repo", "shop"))))
                .containsEntry("equal", true);
    }

    @Test
    void theDependencyGraphIsWrittenAndAsked() {
        ok(
                "graph",
                "operation",
                "add_event",
                "event_id",
                "reach-1",
                "time",
                "2026-01-01T00:00:00Z",
                "producer",
                "hand",
                "op",
                "assert",
                "from",
                "service:till",
                "to",
                "library:money",
                "type",
                "depends-on");

        assertThat(ok("graph", "operation", "impact", "node", "library:money").toString())
                .contains("service:till");
        assertThat(ok("graph", "operation", "path", "from", "service:till", "to", "library:money")
                        .toString())
                .contains("depends-on");
        assertThat(ok("graph", "operation", "overview").toString()).contains("service");
        assertThat(ok("graph", "operation", "imports")).containsKey("items");
    }

    @Test
    void theRuntimeExplainsAndCounts() {
        assertThat(ok("runtime", "operation", "explain", "what", "GET /echo/hello")
                        .toString())
                .contains("echo");
        assertThat(ok("runtime", "operation", "traffic").toString()).contains("operations.ready");
        assertThat(ok("runtime", "operation", "ready_feature", "feature", "cases"))
                .containsEntry("ready", true);
    }

    private static Object made(String label) {
        return Objects.requireNonNull(
                ok("cases", "operation", "create", "label", label).get("id"));
    }

    /** Returns the names of all routes. */
    private static Set<String> routes() {
        var paths = (Map<String, Map<String, ?>>) Objects.requireNonNull(
                service.http.get("/inspect/openapi.json").ok().json().get("paths"));
        Set<String> routes = new TreeSet<>();
        for (Map<String, ?> methods : paths.values()) {
            for (Object operation : methods.values()) {
                if (operation instanceof Map<?, ?> described && described.get("operationId") instanceof String name) {
                    routes.add(name);
                }
            }
        }
        return routes;
    }

    /** Returns the operations of each tool that is listed, without those that are no route. */
    private static Map<String, Set<String>> listed() {
        var tools = (List<Map<String, ?>>)
                Objects.requireNonNull(result("tools/list", Map.of()).get("tools"));
        Map<String, Set<String>> listed = new TreeMap<>();
        for (Map<String, ?> tool : tools) {
            var input = (Map<String, Map<String, Map<String, List<String>>>>)
                    Objects.requireNonNull(tool.get("inputSchema"));
            var operations =
                    new HashSet<>(input.get("properties").get("operation").get("enum"));
            operations.remove(DESCRIBE);
            listed.put(String.valueOf(tool.get("name")), operations);
        }
        return listed;
    }

    private static Map<String, @Nullable Object> ok(String tool, Object... arguments) {
        Map<String, @Nullable Object> answer = call(tool, arguments);
        assertThat(((Number) Objects.requireNonNull(answer.get("status"))).intValue())
                .as(() -> tool + " " + List.of(arguments) + ": " + answer)
                .isBetween(200, 299);
        return (Map<String, @Nullable Object>) Objects.requireNonNull(answer.get("data"), answer::toString);
    }

    private static Map<String, @Nullable Object> call(String tool, Object... arguments) {
        Map<String, @Nullable Object> result =
                result("tools/call", Map.of("name", tool, "arguments", Data.map(arguments)));
        return ToolResults.answer(result);
    }

    private static Map<String, @Nullable Object> result(String method, Map<String, ?> params) {
        Http.Answer answer = service.http.send(
                "POST",
                "/mcp",
                Json.compact(Data.map("jsonrpc", "2.0", "id", 1, "method", method, "params", params)),
                "Content-Type",
                "application/json",
                "Accept",
                "application/json, text/event-stream",
                "X-Detective",
                "ada",
                "Authorization",
                "Bearer " + token);
        return (Map<String, @Nullable Object>)
                Objects.requireNonNull(answer.ok().json().get("result"), answer::text);
    }

    private static String read(String file) throws IOException {
        return Files.readString(Path.of(System.getProperty("precinct.root"), file));
    }
}
