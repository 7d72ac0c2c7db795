package io.precinct.boundary.inspect;

import static io.precinct.boundary.testing.GateRequest.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Reply;
import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.format.Formatter;
import io.precinct.boundary.testing.GateAnswer;
import io.precinct.boundary.testing.GateChain;
import io.precinct.core.api.config.Location;
import io.precinct.core.api.config.Problem;
import io.precinct.core.api.deploy.Deployments;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InspectTest {
    private static final Declaration GREETS = Declaration.terminal()
            .reads("params", Map.of("name", Map.of("matches", "^[A-Z]"), "title", true))
            .writes("greeting", Map.of("prefix", "Hello"))
            .capability("friendly")
            .describedAs("Greets.")
            .build();

    private final GateChain chain = new GateChain();
    private final FixedConfiguration configuration = new FixedConfiguration();
    private final Inspect inspect = new Inspect(chain.core(), configuration);

    @BeforeEach
    void start() {
        chain.family("inspect", inspect)
                .boundary("greet", GREETS, input -> Reply.ok(Map.of("greeting", "Hello")))
                .boundary("add", Declaration.passthrough().build(), input -> Reply.ok(Map.of()))
                .route("greeting", RouteDeclaration.of("get", "/greet/:name"), "greet", "add")
                .route("later", RouteDeclaration.of("post", "/later"), "nowhere")
                .scenario("greeting", "polite", "", Map.of("greeting", true))
                .start();
    }

    @Test
    void theCatalogueListsElevenFourAndFourKeys() {
        GateAnswer answer = chain.send(get("/inspect/framework-schema"));

        assertThat(answer.payload()).containsOnlyKeys("stages");
        assertThat(keys(answer.at("stages", "request")))
                .containsExactly(
                        "runtime",
                        "service",
                        "params",
                        "query",
                        "headers",
                        "path",
                        "route",
                        "adapter",
                        "context",
                        "args",
                        "identity");
        assertThat(keys(answer.at("stages", "boot"))).containsExactly("runtime", "config_dir", "context", "args");
        assertThat(keys(answer.at("stages", "scenario"))).containsExactly("runtime", "context", "params", "headers");
        assertThat(((Map<?, ?>) answer.at("stages"))
                        .keySet().stream().map(String::valueOf).toList())
                .containsExactly("request", "boot", "scenario");
    }

    @Test
    void aStageListsItsEntries() {
        GateAnswer answer = chain.send(get("/inspect/framework-schema/boot"));

        assertThat(answer.payload()).containsOnlyKeys("stage", "entries");
        assertThat(answer.at("stage")).isEqualTo("boot");
        assertThat(keys(answer.at("entries"))).containsExactly("runtime", "config_dir", "context", "args");
        assertThat(((Map<?, ?>) answer.at("entries", 0))
                        .keySet().stream().map(String::valueOf).toList())
                .containsExactly("key", "type", "stage", "written_by", "optional", "description");
        assertThat(answer.at("entries", 0, "stage")).isEqualTo("boot");
        assertThat(answer.at("entries", 0, "optional")).isEqualTo(false);
    }

    @Test
    void anUnknownStageIsA404WithTheStagesThereAre() {
        GateAnswer answer = chain.send(get("/inspect/framework-schema/nope"));

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.payload())
                .isEqualTo(Map.of("error", "unknown stage: nope", "available", List.of("request", "boot", "scenario")));
    }

    @Test
    void theManifestOfABoundaryHasItsShapesSchemasAndRoutes() {
        GateAnswer answer = chain.send(get("/inspect/boundary/greet"));

        assertThat(answer.payload().keySet())
                .containsExactly(
                        "name",
                        "kind",
                        "input_shape",
                        "output_shape",
                        "input_schema",
                        "output_schema",
                        "capabilities",
                        "type_addr",
                        "bundle",
                        "version",
                        "routes",
                        "tightness");
        assertThat(answer.at("kind")).isEqualTo("terminal");
        assertThat(answer.at("input_shape"))
                .isEqualTo(Map.of("params", Map.of("name", Map.of("matches", "^[A-Z]"), "title", true)));
        assertThat(answer.at("output_shape")).isEqualTo(Map.of("greeting", Map.of("prefix", "Hello")));
        assertThat(answer.at("capabilities")).isEqualTo(List.of("friendly"));
        assertThat(answer.at("type_addr")).asString().matches("sha256:[0-9a-f]{64}");
        assertThat(answer.at("routes")).isEqualTo(List.of("greeting"));
        assertThat(answer.at("tightness", "input", "fields")).isEqualTo(2);
        assertThat(answer.at("tightness", "input", "constrained")).isEqualTo(1);
        assertThat(answer.at("output_schema", "required")).isEqualTo(List.of("greeting"));
        assertThat(answer.at("input_schema", "properties", "params", "required"))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.list(Object.class))
                .containsExactlyInAnyOrder("name", "title");
    }

    @Test
    void aPassthroughHasNoOutputShape() {
        GateAnswer answer = chain.send(get("/inspect/boundary/add"));

        assertThat(answer.payload()).containsEntry("output_shape", null).containsEntry("output_schema", null);
        assertThat(answer.at("kind")).isEqualTo("passthrough");
        assertThat(answer.at("input_shape")).isEqualTo(Map.of());
        assertThat(answer.at("tightness", "output")).isNull();
    }

    @Test
    void anInjectedBoundaryIsOnEveryRoute() {
        GateAnswer answer = chain.send(get("/inspect/boundary/enforce_denials"));

        assertThat((List<?>) answer.at("routes")).map(String::valueOf).contains("greeting", "inspect.boundary");
    }

    @Test
    void anUnknownBoundaryIsA404WithTheBoundariesThereAre() {
        GateAnswer answer = chain.send(get("/inspect/boundary/nope"));

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.payload()).containsOnlyKeys("error", "available");
        assertThat(answer.at("error")).isEqualTo("unknown boundary: nope");
        assertThat((List<?>) answer.at("available")).map(String::valueOf).contains("greet", "inspect.boundary");
    }

    @Test
    void everyBoundaryIsListed() {
        GateAnswer answer = chain.send(get("/inspect/boundaries"));

        assertThat((List<?>) answer.at("boundaries"))
                .map(boundary -> String.valueOf(((Map<?, ?>) boundary).get("name")))
                .contains("add", "enforce_denials", "greet", "inspect.framework_schema_stage", "inspect.openapi");
    }

    @Test
    void aRouteOpensIfABrowserNeedsNoMoreThanItsPath() {
        Map<String, Declaration> boundaries = Map.of(
                "plain", Declaration.terminal().build(),
                "optional",
                        Declaration.terminal()
                                .takes(Parameter.query("q", Schema.text()))
                                .build(),
                "query",
                        Declaration.terminal()
                                .takes(Parameter.query("q", Schema.text()).always())
                                .build(),
                "header",
                        Declaration.terminal()
                                .takes(Parameter.header("X-Who", Schema.text()).always())
                                .build(),
                "shape",
                        Declaration.terminal().reads("query", Map.of("q", true)).build(),
                "body",
                        Declaration.terminal()
                                .reads("params", Map.of("q", true))
                                .build(),
                "host",
                        Declaration.terminal()
                                .reads("headers", Map.of("host", true))
                                .build(),
                "events",
                        Declaration.terminal()
                                .answers(Answer.raw(200, "Events.", "text/event-stream"))
                                .build());
        boundaries.forEach((name, declaration) -> chain.boundary(name, declaration, input -> Reply.ok(Map.of()))
                .route(name, RouteDeclaration.of("get", "/" + name), name));
        chain.route("posted", RouteDeclaration.of("post", "/plain"), "plain")
                .route("variable", RouteDeclaration.of("get", "/plain/:id"), "plain")
                .route("rest", RouteDeclaration.of("get", "/plain/*rest"), "plain")
                .route("admin", RouteDeclaration.of("get", "/admin").forAdmin(), "plain")
                .start();

        assertThat((List<?>) chain.send(get("/inspect/routes")).at("routes"))
                .map(route -> (Map<?, ?>) route)
                .filteredOn(route -> Boolean.TRUE.equals(route.get("opens")))
                .map(route -> String.valueOf(route.get("name")))
                .filteredOn(name -> !name.startsWith("inspect."))
                .containsExactlyInAnyOrder("plain", "optional", "host");
    }

    @Test
    void everyRouteIsListedWithItsChainAndWhatItMisses() {
        GateAnswer answer = chain.send(get("/inspect/routes"));

        assertThat(answer.at("routes", 0, "name")).isEqualTo("greeting");
        assertThat(answer.at("routes", 0, "path")).isEqualTo("/greet/:name");
        assertThat(answer.at("routes", 0, "scenarios")).isEqualTo(List.of("polite"));
        assertThat((List<?>) answer.at("routes", 0, "chain"))
                .map(step -> ((Map<?, ?>) step).get("slot") + " " + ((Map<?, ?>) step).get("boundary"))
                .containsExactly("user greet", "gate enforce_denials", "user add", "gate enforce_denials");
        assertThat(answer.at("routes", 1, "missing")).isEqualTo(List.of("nowhere"));
        assertThat((List<?>) answer.at("routes"))
                .map(route -> String.valueOf(((Map<?, ?>) route).get("name")))
                .contains(
                        "inspect.framework_schema",
                        "inspect.framework_schema_stage",
                        "inspect.boundary",
                        "inspect.boundaries",
                        "inspect.routes",
                        "inspect.traffic",
                        "inspect.bundles",
                        "inspect.config",
                        "inspect.openapi");
    }

    @ParameterizedTest
    @CsvSource({
        "name=greeting, 1",
        "name=inspect.b, 3",
        "path=/greet/, 1",
        "path=/inspect/b&name=bundles, 1",
        "name=greeting&path=/inspect, 0",
        "name=, 11",
    })
    void routesAreFilteredByEachThatIsAsked(String query, int routes) {
        GateAnswer answer = chain.send(get("/inspect/routes?" + query));

        assertThat((List<?>) answer.at("routes")).hasSize(routes);
    }

    @Test
    void routesAreFilteredByTheBundleThatAnswersThem() {
        String bundle =
                String.valueOf(chain.send(get("/inspect/routes?name=greeting")).at("routes", 0, "chain", 0, "bundle"));

        assertThat((List<?>) chain.send(get("/inspect/routes?bundle=" + bundle)).at("routes"))
                .map(route -> String.valueOf(((Map<?, ?>) route).get("name")))
                .containsExactly("greeting");
        String gate =
                String.valueOf(chain.send(get("/inspect/routes?name=greeting")).at("routes", 0, "chain", 1, "bundle"));
        assertThat((List<?>) chain.send(get("/inspect/routes?bundle=" + gate)).at("routes"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"/inspect/routes", "/inspect/config", "/inspect/openapi.json"})
    void whoeverHasTheAnswerGets304UntilItChanges(String path) {
        String tag = chain.send(get(path)).headers().first("ETag");

        GateAnswer again = chain.send(get(path).with("If-None-Match", tag));
        assertThat(again.status()).isEqualTo(304);
        assertThat(again.headers().first("ETag")).isEqualTo(tag);
        assertThat(chain.send(get(path).with("If-None-Match", tag).traced()).status())
                .isEqualTo(200);
        assertThat(chain.send(get(path).with("If-None-Match", "W/\"0123\"")).status())
                .isEqualTo(200);
    }

    @Test
    void theTagOfOneRepresentationIsNotThatOfAnother() {
        Formatter formatter = target -> new Formatter.Rendition(target.mediaType(), new byte[0]);
        chain.formatter("json", 1, formatter, "application/json")
                .formatter("html", 2, formatter, "text/html")
                .start();
        String json = chain.send(get("/inspect/routes")).headers().first("ETag");
        String html = json.replaceFirst("\"$", "-html\"");
        for (String known : List.of(html, html.substring(2), "\"x\", " + html, "*")) {
            GateAnswer page = chain.send(
                    get("/inspect/routes").with("Accept", "text/html").with("If-None-Match", known));
            assertThat(page.status()).as(known).isEqualTo(304);
            assertThat(page.headers().first("ETag")).isEqualTo(html);
        }

        assertThat(chain.send(get("/inspect/routes").with("If-None-Match", json))
                        .status())
                .isEqualTo(304);
        assertThat(chain.send(get("/inspect/routes").with("If-None-Match", html))
                        .status())
                .isEqualTo(200);
        assertThat(chain.send(get("/inspect/routes").with("Accept", "text/html").with("If-None-Match", json))
                        .status())
                .isEqualTo(200);
        assertThat(chain.send(get("/inspect/routes").with("Accept", "image/png").with("If-None-Match", json))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void trafficCountsTheRequestsOfRoutesAndTheCrossingsOfBoundaries() {
        assertThat((List<?>) chain.send(get("/inspect/traffic")).at("routes")).isEmpty();
        chain.send(get("/greet/Ada"));
        chain.send(get("/greet/Bob"));

        GateAnswer answer = chain.send(get("/inspect/traffic"));

        assertThat(names(answer.at("routes"))).containsExactlyInAnyOrder("greeting", "inspect.traffic");
        assertThat(names(answer.at("boundaries"))).contains("greet").doesNotContain("add", "inspect.routes");
        assertThat(counts(answer, "greeting")).hasSize(((List<?>) answer.at("bounds")).size() + 1);
        assertThat(counts(answer, "greeting").stream()
                        .mapToLong(Number::longValue)
                        .sum())
                .isEqualTo(2);
    }

    private static List<String> names(Object counted) {
        return ((List<?>) counted)
                .stream()
                        .map(each -> String.valueOf(((Map<?, ?>) each).get("name")))
                        .toList();
    }

    private static List<Number> counts(GateAnswer answer, String route) {
        return ((List<?>) answer.at("routes"))
                .stream()
                        .map(Map.class::cast)
                        .filter(each -> route.equals(each.get("name")))
                        .flatMap(each -> ((List<?>) each.get("counts")).stream())
                        .map(Number.class::cast)
                        .toList();
    }

    @Test
    void bundlesAreAskedOfTheDeployerWhereThereIsOne() {
        assertThat(chain.send(get("/inspect/bundles")).status()).isEqualTo(503);

        inspect.deployments = new FixedDeployments(new Deployments.Outcome(
                Deployments.Result.DEPLOYED, "b", "1.0.0", "ab", "b.jar", null, List.of(), Instant.EPOCH, 12));
        GateAnswer answer = chain.send(get("/inspect/bundles"));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.at("bundles", 0, "bundle")).isEqualTo("b");
        assertThat(answer.at("bundles", 0, "generations", 0, "sha256")).isEqualTo("ab");
        assertThat(answer.at("outcomes", 0, "result")).isEqualTo("deployed");
        assertThat(answer.at("outcomes", 0, "at")).isEqualTo("1970-01-01T00:00:00Z");
    }

    /** The operators' list of bundles behaves the same, and has the same test. */
    @Test
    void anUndeploymentWithoutAFileHasNoHash() {
        var refused = new Deployments.Outcome(
                Deployments.Result.REFUSED, "b", null, "", "b", null, List.of("not there"), Instant.EPOCH, 12);
        inspect.deployments = new FixedDeployments(refused);

        GateAnswer answer = chain.send(get("/inspect/bundles"));

        assertThat(answer.at("outcomes", 0)).isEqualTo(refused.toData());
        assertThat(answer.at("outcomes", 0, "sha256")).isNull();
        assertThat(answer.at("bundles", 0))
                .isEqualTo(inspect.deployments.bundles().getFirst().toData());
    }

    @Test
    void theConfigurationShowsItsErrorsAndWarningsAndWhenItWasLoaded() {
        var at = new Location("/etc/service.yml", 7, 3);
        configuration.problems =
                List.of(new Problem(at, "unknown key \"prot\"", "port", false), new Problem(at, "odd", null, true));

        GateAnswer answer = chain.send(get("/inspect/config"));

        assertThat(answer.payload()).containsOnlyKeys("errors", "warnings", "strict_input", "loaded_at");
        assertThat(answer.at("errors"))
                .isEqualTo(List.of(Map.of(
                        "file", "/etc/service.yml",
                        "line", 7,
                        "message", "unknown key \"prot\"",
                        "hint", "port")));
        assertThat(answer.at("warnings")).asString().contains("message=odd").doesNotContain("prot");
        assertThat(answer.at("strict_input")).isEqualTo(false);
        assertThat(answer.at("loaded_at")).isNull();
    }

    private static List<String> keys(Object entries) {
        return ((List<?>) entries)
                .stream()
                        .map(entry -> String.valueOf(((Map<?, ?>) entry).get("key")))
                        .toList();
    }
}
