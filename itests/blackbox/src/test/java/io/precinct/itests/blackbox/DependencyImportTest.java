package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Http;
import io.precinct.testing.Eventually;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the packaged distribution imports dependencies from real repositories, and removes them with these. */
@Timeout(240)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@SuppressWarnings("unchecked") // plain data
class DependencyImportTest {
    private static final int SERVICES = 60;
    private static final int LIBRARIES = 30;

    @TempDir
    private static Path folder;

    private static final Map<String, GitFolder> WORKS = new HashMap<>();
    /** The nodes that each generated node depends on. */
    private static final Map<String, Set<String>> GENERATED = new TreeMap<>();

    private static Service service;
    private static Http http;

    @BeforeAll
    static void serve() {
        WORKS.put("kit", GitFolder.init(folder.resolve("kit")));
        WORKS.put("shop", GitFolder.init(folder.resolve("shop")));
        WORKS.put("many", GitFolder.init(folder.resolve("many")));
        WORKS.get("kit").write("pom.xml", pom("kit", "json")).commit("one");
        WORKS.get("shop")
                .write("cart/pom.xml", pom("cart", "kit", "old"))
                .write("web/package.json", "{\"name\": \"web\", \"dependencies\": {\"react\": \"19\"}}")
                .write("web/node_modules/x/package.json", "{\"name\": \"x\", \"dependencies\": {\"y\": \"1\"}}")
                .write(
                        "compose.yml",
                        "services:\n  cart: {build: cart}\n  web:\n    build: web\n"
                                + "    environment: {CART: 'http://ada:s3cret@cart:8080/?token=s3cret'}\n")
                .write("chart/Chart.yaml", "name: shop\n")
                .write("chart/templates/web.yaml", "apiVersion: v1\nkind: Service\n{{ if .x }}\n")
                .commit("one");
        generate(WORKS.get("many"));
        configure("kit", "shop", "many");
        Service.initializeDatabase(folder);
        start();
    }

    /** Configures these repositories and a parameter store, which contains no dependencies. */
    private static void configure(String... repositories) {
        Service.write(folder.resolve("values.yaml"), "a: b\n");
        var yaml = new StringBuilder("repos:\n  values: {provider: yaml, url: ../values.yaml, refresh: 0}\n");
        for (String name : repositories) {
            yaml.append("  ").append(name).append(": {url: ../").append(name).append(", refresh: 0}\n");
        }
        Service.write(folder.resolve("config/source.yml"), yaml.toString());
    }

    private static void start() {
        service = Service.on(
                folder,
                "service: imports\nverify_output: refuse\n",
                "--features",
                "framework,dependencies,source,configuration");
        http = service.http;
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static String pom(String artifact, String... needs) {
        var dependencies = new StringBuilder();
        for (String each : needs) {
            dependencies
                    .append("<dependency><groupId>org.shop</groupId><artifactId>")
                    .append(each)
                    .append("</artifactId></dependency>\n");
        }
        return "<project>\n<groupId>org.shop</groupId><artifactId>" + artifact + "</artifactId>\n<dependencies>"
                + dependencies + "</dependencies>\n</project>\n";
    }

    private static String library(String artifact) {
        return "library:maven/org.shop/" + artifact;
    }

    /** Generates services that depend on modules and on each other, and modules that depend on modules. */
    private static void generate(GitFolder work) {
        var random = new Random(1);
        var compose = new StringBuilder("services:\n");
        for (int i = 0; i < LIBRARIES; i++) {
            List<String> needs = new ArrayList<>();
            for (int j = 0; j < i; j++) {
                if (random.nextInt(8) == 0) {
                    needs.add("m" + j);
                    edge(library("m" + i), library("m" + j));
                }
            }
            work.write("m" + i + "/pom.xml", pom("m" + i, needs.toArray(String[]::new)));
        }
        for (int i = 0; i < SERVICES; i++) {
            int module = random.nextInt(LIBRARIES);
            compose.append("  s%d:\n    build: m%d\n    environment:\n      NONE: x\n".formatted(i, module));
            edge("service:many/s" + i, library("m" + module));
            for (int j = 0; j < SERVICES; j++) {
                if (j != i && random.nextInt(40) == 0) {
                    compose.append("      A%d: http://s%d:80\n".formatted(j, j));
                    edge("service:many/s" + i, "service:many/s" + j);
                }
            }
        }
        work.write("compose.yml", compose.toString()).commit("generated");
    }

    private static void edge(String from, String to) {
        GENERATED.computeIfAbsent(from, _ -> new TreeSet<>()).add(to);
        GENERATED.computeIfAbsent(to, _ -> new TreeSet<>());
    }

    private static Set<String> impact(String node, String more) {
        Http.Answer answer = http.get("/graph/impact?node=" + URLEncoder.encode(node, StandardCharsets.UTF_8) + more);
        Set<String> names = new TreeSet<>();
        if (answer.status() == 200) {
            ((List<Map<String, Object>>) answer.json().get("nodes"))
                    .forEach(each -> names.add((String) each.get("name")));
        }
        return names;
    }

    private static List<Map<String, Object>> edges(String from) {
        return (List<Map<String, Object>>)
                http.get("/graph/edges?from=" + from).ok().json().get("items");
    }

    /** Adds an event and returns its number. */
    private static long seq(String id) {
        String event = "{\"event_id\": \"" + id + "\", \"time\": \"2026-01-01T00:00:00Z\", \"producer\": \"test\","
                + " \"op\": \"assert\", \"from\": \"a:" + id + "\", \"to\": \"b:b\", \"type\": \"depends-on\"}";
        return ((Number) http.post("/graph/events", event).ok().json().get("seq")).longValue();
    }

    private static Map<String, Object> last(String repository) {
        return item(http.get("/graph/imports"), repository);
    }

    private static Map<String, Object> item(Http.Answer answer, String repository) {
        if (answer.status() != 200) {
            return Map.of();
        }
        return ((List<Map<String, Object>>) answer.json().get("items"))
                .stream()
                        .filter(each -> each.get("repo").equals(repository))
                        .findFirst()
                        .orElse(Map.of());
    }

    private static Map<String, Object> run(String repository, String more) {
        return item(
                http.send("POST", "/graph/import?repo=" + repository + more, null)
                        .ok(),
                repository);
    }

    private static void awaitImport(String repository, String commit) {
        Eventually.until(
                () -> repository + " is imported at " + commit + ": "
                        + http.get("/graph/imports").text() + service.server.transcript(),
                () -> commit.equals(last(repository).get("commit"))
                        && "done".equals(last(repository).get("state")));
    }

    /** Commits a change, has it fetched, and waits until it is imported without a request for the import. */
    private static String change(String repository, String file, String text) {
        String commit = WORKS.get(repository).write(file, text).commit("change");
        http.send("POST", "/repos/" + repository + "/refresh?wait=true", null).ok();
        awaitImport(repository, commit);
        return commit;
    }

    private static String head(String repository) {
        return WORKS.get(repository).git("rev-parse", "HEAD").strip();
    }

    /** The time of the last commit. */
    private static String committed(String repository) {
        long seconds = Long.parseLong(
                WORKS.get(repository).git("log", "-1", "--format=%ct").strip());
        return Instant.ofEpochSecond(seconds).toString().replace("Z", ".000Z");
    }

    // @req:dependency-import
    // @req:dependency-imports
    @Test
    @Order(1)
    void whatRepositoriesSayIsThereAfterTheStartAndMeets() {
        for (String repository : List.of("kit", "shop", "many")) {
            awaitImport(repository, head(repository));
        }
        assertThat(http.get("/inspect/routes?path=/graph/import").text()).contains("\"roles\":[\"producer\"]");
        assertThat(impact(library("json"), ""))
                .as("over two repositories")
                .containsExactlyInAnyOrder(
                        library("json"), library("kit"), library("cart"), "service:shop/cart", "service:shop/web");
        assertThat(edges("service:shop/web").toString())
                .contains("url=http://cart:8080", "port=8080", "producers=[import:shop]", "files=[compose.yml]");
        assertThat(http.get("/graph/edges?limit=10000").text()).doesNotContain("s3cret", "node_modules");
        assertThat(last("shop"))
                .containsEntry("files", Map.of("maven", 1, "npm", 1, "compose", 1, "helm", 1))
                .containsEntry("edges", 6)
                .containsEntry("fault_count", 0);
        assertThat(edges("service:shop/cart").getFirst()).containsEntry("since", committed("shop"));
    }

    // @req:dependency-picture
    // @req:dependency-pages
    @Test
    @Order(1)
    void thePackagedBundlesDrawWhatWasImported() {
        for (String repository : List.of("kit", "shop")) {
            awaitImport(repository, head(repository));
        }
        String json = URLEncoder.encode(library("json"), StandardCharsets.UTF_8);
        Http.Answer picture = http.get("/graph/impact?node=" + json, "Accept", "image/svg+xml")
                .ok();
        assertThat(picture.header("Content-Type")).isEqualTo("image/svg+xml");
        assertThat(picture.text())
                .contains("<title>" + library("kit") + " depends-on " + library("json") + "</title>")
                .contains("<title>service:shop/web, 4 steps</title>");
        Http.Answer page =
                http.get("/graph/impact?node=" + json, "Accept", "text/html").ok();
        assertThat(page.header("Content-Type")).startsWith("text/html");
        assertThat(page.text()).startsWith("<!doctype html>").contains("<svg class=\"graph\"", "<tbody>");
        assertThat(http.get("/graph", "Accept", "text/html").ok().text())
                .contains("<svg class=\"graph\"", "What depends on what");
        assertThat(http.get("/").ok().text()).as("the front page leads there").contains("\"/graph\"");
    }

    // @req:dependency-impact
    @Test
    @Order(2)
    void theImpactOfEveryGeneratedNodeIsWhatASearchOfItsOwnFinds() {
        Map<String, Set<String>> dependents = new HashMap<>();
        GENERATED.forEach((from, all) -> all.forEach(
                to -> dependents.computeIfAbsent(to, _ -> new HashSet<>()).add(from)));
        int reached = 0;
        for (String node : GENERATED.keySet()) {
            Set<String> expected = new TreeSet<>(Set.of(node));
            Deque<String> open = new ArrayDeque<>(expected);
            while (!open.isEmpty()) {
                for (String each : dependents.getOrDefault(open.poll(), Set.of())) {
                    if (expected.add(each)) {
                        open.add(each);
                    }
                }
            }
            reached = Math.max(reached, expected.size());
            assertThat(impact(node, "&depth=50")).as(node).isEqualTo(expected);
        }
        assertThat(reached).as("a graph worth the name").isGreaterThan(20);
    }

    // @req:dependency-import
    @Test
    @Order(3)
    void whatIsSaidNoLongerIsWithdrawnAndNothingIsDeleted() {
        assertThat(impact(library("old"), "")).contains("service:shop/cart");
        String before = committed("shop");
        change("shop", "cart/pom.xml", pom("cart", "kit", "new"));
        assertThat(impact(library("old"), "")).containsExactly(library("old"));
        assertThat(impact(library("new"), "")).contains("service:shop/cart");
        assertThat(impact(library("old"), "&as_of=" + before)).as("as of then").contains("service:shop/cart");
        assertThat(last("shop")).containsEntry("asserted", 1).containsEntry("withdrawn", 1);

        WORKS.get("shop").git("revert", "--no-edit", "HEAD");
        change("shop", "note", "back again");
        assertThat(impact(library("old"), "")).as("it comes back").contains("service:shop/cart");
        assertThat(impact(library("new"), "")).containsExactly(library("new"));
    }

    // @req:dependency-import-faults
    @Test
    @Order(4)
    void aBrokenFileKeepsWhatItSaidAndIsNamedWithItsLine() {
        change("shop", "cart/pom.xml", "<project>\n<groupId>org.shop</groupId\n");
        assertThat(last("shop")).containsEntry("withdrawn", 0);
        assertThat((Integer) last("shop").get("kept")).isEqualTo(3);
        assertThat(last("shop").get("faults").toString()).contains("path=cart/pom.xml", "line=");
        assertThat(impact(library("old"), "")).contains("service:shop/cart");

        change("shop", "cart/pom.xml", pom("cart", "kit"));
        assertThat(last("shop"))
                .containsEntry("withdrawn", 1)
                .containsEntry("kept", 0)
                .containsEntry("fault_count", 0);
        assertThat(impact(library("old"), "")).containsExactly(library("old"));
    }

    // @req:dependency-import
    @Test
    @Order(5)
    void manyImportsAtOnceAppendOnceAndADryRunNothing() throws Exception {
        service.close();
        Service.write(folder.resolve("config/dependencies.yml"), "import: {on_refresh: false}\n");
        start();
        WORKS.get("kit").write("pom.xml", pom("kit", "json", "xml", "yaml")).commit("more");
        Eventually.until(
                "the repository serves", () -> http.get("/repos/kit/tree").status() == 200);
        http.send("POST", "/repos/kit/refresh?wait=true", null).ok();

        assertThat(last("kit")).containsEntry("state", "never");
        Eventually.until(
                "the store serves", () -> http.get("/repos/values/tree").status() == 200);
        assertThat(run("values", "")).containsEntry("state", "skipped").containsEntry("edges", 0);
        assertThat(run("kit", "&dry_run=true")).containsEntry("asserted", 2).containsEntry("dry_run", true);
        assertThat(impact(library("xml"), "")).isEmpty();

        long before = seq("before");
        try (var threads = Executors.newFixedThreadPool(8)) {
            List<Callable<Map<String, Object>>> tasks = new ArrayList<>();
            for (int i = 0; i < 24; i++) {
                tasks.add(() -> run("kit", ""));
            }
            for (Future<Map<String, Object>> each : threads.invokeAll(tasks)) {
                assertThat(each.get()).containsEntry("state", "done").containsEntry("edges", 3);
            }
        }
        assertThat(seq("after") - before)
                .as("two events, and the one that counts")
                .isEqualTo(3);
        assertThat(impact(library("xml"), "")).contains("service:shop/cart");
    }

    // @req:dependency-import
    @Test
    @Order(6)
    void aRestartSaysNothingAnew() {
        Service.write(folder.resolve("config/dependencies.yml"), "import: {repos: [kit, 'sh*']}\n");
        service.close();
        start();
        for (String repository : List.of("kit", "shop")) {
            awaitImport(repository, head(repository));
            assertThat(last(repository)).containsEntry("asserted", 0).containsEntry("withdrawn", 0);
        }
        assertThat(last("many")).as("is not imported any more").containsEntry("state", "gone");
        http.send("POST", "/graph/import", null).ok();
        assertThat(impact(library("m0"), "&depth=50"))
                .as("and keeps what it said")
                .hasSizeGreaterThan(1);

        assertThat(run("many", "")).containsEntry("edges", 0).containsEntry("state", "done");
        assertThat(impact(library("m0"), "&depth=50")).hasSizeLessThan(2);
        assertThat(http.send("POST", "/graph/import?repo=many", null).status()).isEqualTo(404);
    }

    // @req:dependency-import
    @Test
    @Order(7)
    void aRepositoryThatIsGoneIsWithdrawnOnlyOnDemand() {
        configure("kit", "many");
        Eventually.until("shop is gone", () -> http.get("/repos/shop/tree").status() == 404);
        assertThat(impact(library("json"), "")).contains("service:shop/web");
        http.send("POST", "/graph/import", null).ok();
        assertThat(impact(library("json"), "")).as("not by the import of all").contains("service:shop/web");
        assertThat(last("shop")).isNotEmpty();

        assertThat(run("shop", ""))
                .containsEntry("withdrawn", 5)
                .containsEntry("edges", 0)
                .containsEntry("state", "done");
        assertThat(impact(library("json"), "")).containsExactlyInAnyOrder(library("json"), library("kit"));
        assertThat(http.send("POST", "/graph/import?repo=shop", null).status()).isEqualTo(404);
    }

    private static String project(String repository) {
        return library("project") + "?repo=" + repository;
    }

    private static void same(String op, String time, String one, String other) {
        http.post(
                        "/graph/events",
                        "{\"event_id\": \"same-%s\", \"time\": \"%s\", \"producer\": \"test\", \"op\": \"%s\", \"from\": \"%s\", \"to\": \"%s\", \"type\": \"same-as\"}"
                                .formatted(op, time, op, one, other))
                .ok();
    }

    // @req:dependency-identity
    // @req:dependency-same
    @Test
    @Order(8)
    void productsOfTheSameCoordinatesAreToldApartAndAnEventJoinsThem() {
        for (String name : List.of("one", "two", "three")) {
            WORKS.put(name, GitFolder.init(folder.resolve(name)));
            WORKS.get(name)
                    .write("pom.xml", pom("project", "of-" + name))
                    .write("app/pom.xml", pom("app-" + name, "project"))
                    .commit("one");
        }
        Service.write(folder.resolve("config/dependencies.yml"), "{}\n");
        configure("kit", "one");
        awaitImport("one", head("one"));
        change("kit", "pom.xml", pom("kit", "project"));
        assertThat(impact(library("of-one"), ""))
                .as("one defines it alone")
                .containsExactlyInAnyOrder(library("of-one"), library("project"), library("app-one"), library("kit"));

        configure("kit", "one", "two", "three");
        awaitImport("two", head("two"));
        awaitImport("three", head("three"));
        for (String name : List.of("one", "two", "three")) {
            assertThat(impact(library("of-" + name), ""))
                    .containsExactlyInAnyOrder(library("of-" + name), project(name), library("app-" + name));
        }
        assertThat(impact(library("project"), ""))
                .as("nobody knows which one kit means")
                .containsExactlyInAnyOrder(library("project"), library("kit"));
        assertThat(http.get("/graph/nodes?q=" + library("project")).ok().text())
                .contains("{\"name\":\"" + library("project")
                        + "\",\"dependencies\":0,\"dependents\":1,\"dangling\":true}");

        same("assert", "2026-01-01T00:00:00Z", library("project"), project("two"));
        assertThat(impact(library("of-two"), "&depth=2"))
                .containsExactlyInAnyOrder(
                        library("of-two"), project("two"), library("project"), library("app-two"), library("kit"));
        assertThat(impact(library("of-one"), "")).doesNotContain(library("kit"));

        service.close();
        start();
        for (String name : List.of("one", "two", "three")) {
            awaitImport(name, head(name));
            assertThat(last(name)).containsEntry("asserted", 0).containsEntry("withdrawn", 0);
        }
        assertThat(impact(library("of-two"), "")).hasSize(5);

        same("retract", "2026-01-02T00:00:00Z", project("two"), library("project"));
        change("two", "pom.xml", pom("other", "of-two"));
        configure("kit", "one", "two");
        Eventually.until("three is gone", () -> http.get("/repos/three/tree").status() == 404);
        assertThat(impact(library("of-one"), "")).as("its edges are there").contains(project("one"));
        run("three", "");
        assertThat(impact(library("of-one"), ""))
                .as("one defines it alone again")
                .containsExactlyInAnyOrder(
                        library("of-one"), library("project"), library("app-one"), library("app-two"), library("kit"));
    }
}
