package io.precinct.boundary.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.boundary.operations.OperationsContainer.Answered;
import io.precinct.core.api.config.Location;
import io.precinct.core.api.config.Problem;
import io.precinct.deploy.TestPlugin;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;

/** Tests explanations of bundles that are broken in every way, and of their routes and components. */
class ExplainTest {
    @TempDir
    static Path folder;

    private static OperationsContainer instance;

    @BeforeAll
    static void start() throws Exception {
        instance = new OperationsContainer(
                folder.resolve("data"),
                Map.of(),
                List.of(
                        OperationsContainer.route("hello", "/hello", 4, true, "hello"),
                        OperationsContainer.route("import", "/import", 8, true, "import"),
                        OperationsContainer.route("service", "/service", 12, true, "service"),
                        OperationsContainer.route("activation", "/activation", 16, true, "activation"),
                        OperationsContainer.route("stopped", "/stopped", 20, true, "stopped"),
                        OperationsContainer.route("nobody", "/nobody", 24, true, "helo"),
                        OperationsContainer.route("member", "/member", 28, true, "family.member"),
                        OperationsContainer.route("refused", "/refused", 32, true, "refused"),
                        OperationsContainer.route("mine", "/admin/loggers", 36, true, "hello"),
                        OperationsContainer.route("note", "/notes/:id", 40, true, "hello"),
                        OperationsContainer.route("newest", "/notes/newest", 44, true, "hello"),
                        OperationsContainer.route("delete", "dropped", "/notes/:id", 48, true, "drop")),
                TestPlugin.saying("a.hello", "1.0.0", "hello", "one").jar(folder.resolve("hello.jar")));
    }

    @AfterAll
    static void stop() throws Exception {
        instance.close();
    }

    private static Map<String, Object> explain(String what) {
        Answered answered = instance.get("/admin/explain?what=" + what.replace(" ", "%20"));
        assertThat(answered.status()).as("%s: %s", what, answered.body()).isEqualTo(200);
        return answered.data();
    }

    private static String sentence(String what) {
        String sentence = (String) explain(what).get("sentence");
        assertThat(sentence).endsWith(".").doesNotContain("\n");
        return sentence;
    }

    private static Bundle install(TestPlugin plugin, String name) throws Exception {
        Path jar = plugin.jar(folder.resolve(name + ".jar"));
        return instance.container().context().installBundle("reference:" + jar.toUri());
    }

    private static TestPlugin saying(String bundle, String boundary) {
        return TestPlugin.saying(bundle, "1.0.0", boundary, "word");
    }

    @Test
    void aRouteThatWorksIsExplainedByItsChain() {
        Map<String, Object> answer = explain("hello");

        assertThat(answer).containsEntry("kind", "route").containsEntry("works", true);
        assertThat((String) answer.get("sentence"))
                .startsWith("Route hello (GET /hello, service.yml:4) works: hello of a.hello 1.0.0 answers");
        assertThat(answer.get("facts").toString()).contains("slot=user", "bundle=a.hello", "slot=gate");
    }

    @Test
    void aRouteIsFoundByItsPathToo() {
        assertThat(explain("/hello").get("facts").toString()).contains("route=hello");
        assertThat(explain("GET /notes/:id").get("what")).isEqualTo("note");
    }

    @Test
    void aRequestIsExplainedByTheRouteThatTakesIt() {
        Map<String, Object> answer = explain("GET /hello?from=here");

        assertThat(answer)
                .containsEntry("kind", "request")
                .containsEntry("what", "GET /hello")
                .containsEntry("works", true);
        assertThat((String) answer.get("sentence"))
                .startsWith(
                        "GET /hello is taken by route hello (GET /hello, service.yml:4), which works: hello of a.hello");
        assertThat(sentence("http://localhost:3000/hello"))
                .startsWith("GET localhost:3000/hello is taken by route hello");
    }

    @Test
    void aPathWithoutAMethodIsExplainedByItsRoutesWhateverTheirMethod() {
        assertThat(explain("/admin/rollback")).containsEntry("kind", "request").containsEntry("works", true);
        assertThat(sentence("/admin/rollback"))
                .startsWith("POST /admin/rollback is taken by route operations.rollback (POST /admin/rollback, ");
        assertThat(sentence("http://localhost:3000/admin/rollback"))
                .startsWith("POST localhost:3000/admin/rollback is taken by route operations.rollback");
        assertThat(sentence("HEAD /hello")).startsWith("HEAD /hello is taken by route hello");

        assertThat(explain("/notes/7")).containsEntry("what", "/notes/7").containsEntry("works", false);
        assertThat(explain("/notes/7").get("facts").toString())
                .contains("{route=note, method=get, path=/notes/:id,", "{route=dropped, method=delete,");
        assertThat(sentence("/notes/7"))
                .startsWith("/notes/7 is taken GET by route note (GET /notes/:id, service.yml:40), which works")
                .contains("; DELETE by route dropped (DELETE /notes/:id, service.yml:48), which answers 503");
        assertThat(sentence("/helo"))
                .isEqualTo(
                        "/helo is taken by no route (404); route hello (GET /hello, service.yml:4) is near it, but at"
                                + " another path.");
    }

    @Test
    void aPatternIsExplainedByItsRoutesWhateverTheirMethodAndTheNamesOfTheirVariables() {
        for (String pattern : List.of("/notes/:id", "/notes/:note", "route:/notes/:id")) {
            assertThat(explain(pattern)).containsEntry("kind", "route").containsEntry("works", false);
            assertThat(sentence(pattern))
                    .startsWith("Route note (GET /notes/:id, service.yml:40) works")
                    .contains("; route dropped (DELETE /notes/:id, service.yml:48) answers 503");
        }
        assertThat(explain("DELETE /notes/:id").get("what")).isEqualTo("dropped");
        assertThat(explain("PUT /notes/:id")).containsEntry("works", false);
        assertThat(sentence("PUT /notes/:id")).startsWith("No route is PUT /notes/:id; route note (GET");
        assertThat(instance.get("/admin/explain?what=/nots/:id").data().get("nearest"))
                .asString()
                .contains("/notes/:id");
    }

    @Test
    void routesThatFitARequestAndDoNotTakeItAreNamed() {
        assertThat(sentence("GET /notes/newest"))
                .contains("is taken by route newest (GET /notes/newest, service.yml:44)")
                .contains("route note (GET /notes/:id, service.yml:40) fits as well, but fixed segments win");
        assertThat(sentence("GET /notes/7")).contains("is taken by route note").doesNotContain("newest");
        assertThat(sentence("GET /admin/loggers"))
                .contains("is taken by route mine (GET /admin/loggers, service.yml:36)")
                .contains(
                        "route operations.loggers (GET /admin/loggers, io.precinct.boundary.operations) is not served,"
                                + " since mine is at the same place");
    }

    @Test
    void aRequestThatNoRouteTakesComesWithWhatIsNear() {
        assertThat(explain("DELETE /hello")).containsEntry("works", false);
        assertThat(sentence("DELETE /hello"))
                .isEqualTo(
                        "DELETE /hello is taken by no route (405); route hello (GET /hello, service.yml:4) takes another"
                                + " method.");
        assertThat(sentence("GET /api/v1/hello"))
                .isEqualTo(
                        "GET /api/v1/hello is taken by no route (404); route hello (GET /hello, service.yml:4) takes it"
                                + " without the prefix /api/v1.");
        assertThat(sentence("GET /newest"))
                .isEqualTo(
                        "GET /newest is taken by no route (404); route newest (GET /notes/newest, service.yml:44) takes"
                                + " it with the prefix /notes.");
        assertThat(sentence("GET /hello/"))
                .contains("hello (GET /hello, service.yml:4) takes it without the last slash");
        assertThat(sentence("GET /Hello")).contains("hello (GET /hello, service.yml:4) takes it in another case");
        assertThat(sentence("GET /helo")).contains("route hello (GET /hello, service.yml:4) is near it");
        assertThat(sentence("GET /%25zz")).contains("is answered 400: the path has");
    }

    @Test
    void aHostThatTheListenerRefusesIsNamed() {
        assertThat(explain("http://example.com/hello")).containsEntry("works", false);
        assertThat(sentence("http://example.com/hello"))
                .contains("; requests to the host example.com are answered 403, add it to hosts in service.yml");
        assertThat(explain("http://LOCALHOST.:3000/hello")).containsEntry("works", true);
    }

    @Test
    void aShadowedRouteIsNotServed() {
        assertThat(explain("operations.loggers")).containsEntry("works", false);
        assertThat(sentence("operations.loggers"))
                .isEqualTo(
                        "Route operations.loggers (GET /admin/loggers, io.precinct.boundary.operations) is not served:"
                                + " route mine (GET /admin/loggers, service.yml:36) is at the same place.");
        assertThat(sentence("boundary:operations.loggers")).contains("no route names it");
    }

    @Test
    void anIncidentIsExplainedFromTheLog() throws Exception {
        Path logs = Files.createDirectories(folder.resolve("data/logs"));
        Files.writeString(logs.resolve("precinct.log"), """
                {"time":"2026-01-31T12:00:00Z","level":"INFO","logger":"else","message":"80c0ffee80c0ffee"}
                """);
        try (var out = new GZIPOutputStream(Files.newOutputStream(logs.resolve("precinct.2026-01-30.0.log.gz")))) {
            out.write(("{\"time\":\"2026-01-30T12:00:00Z\",\"level\":\"ERROR\",\"logger\":\"precinct.incident\","
                            + "\"thread\":\"t\",\"message\":\"hello failed, incident 80c0ffee80c0ffee\",\"fields\":{"
                            + "\"incident\":\"80c0ffee80c0ffee\",\"where\":\"hello\"},\"error\":"
                            + "\"java.lang.IllegalStateException: no licence\\n\\tat plugin.Hello.cross(Hello.java:7)\"}\n")
                    .getBytes(StandardCharsets.UTF_8));
        }

        assertThat(explain("80c0ffee80c0ffee"))
                .containsEntry("kind", "incident")
                .containsEntry("works", false);
        assertThat(sentence("80c0ffee80c0ffee"))
                .startsWith("Incident 80c0ffee80c0ffee at 2026-01-30T12:00:00Z: boundary hello of a.hello 1.0.")
                .endsWith(
                        "failed with java.lang.IllegalStateException: no licence at plugin.Hello.cross(Hello.java:7).");
        assertThat(instance.get("/admin/explain?what=80c0ffee80c0ffff").status())
                .isEqualTo(404);
    }

    @Test
    void anImportThatNothingExportsIsTheCauseOfTheRoutesSilence() throws Exception {
        Bundle broken =
                install(saying("a.import", "import").header("Import-Package", "no.such;version=\"[1,2)\",*"), "import");
        try {
            broken.start();
        } catch (BundleException _) {
            // continues, as a launcher would
        }
        assertThat(sentence("import"))
                .isEqualTo(
                        "Route import (GET /import, service.yml:8) answers 503: boundary import is not deployed, because"
                                + " bundle a.import 1.0.0 does not resolve: it imports the package no.such in version 1.0.0 or newer,"
                                + " before 2.0.0, which no bundle exports; embed it, or drop the dependency (Import-Package).");
        assertThat(sentence("bundle:a.import")).startsWith("Bundle a.import 1.0.0 does not resolve");
        assertThat(sentence("boundary:import")).endsWith("routes that need it answer 503: import.");
    }

    @Test
    void aServiceThatIsNotThereIsTheCause() throws Exception {
        String source = TestPlugin.boundarySource("Needs", "service", "word")
                .replace(
                        "public final class Needs implements Boundary {",
                        "public final class Needs implements Boundary {\n"
                                + "@Activate public Needs(@Reference(target = \"(zone=utc)\") java.util.function.LongSupplier clock) {}");
        install(new TestPlugin("a.service", "1.0.0").source("Needs", source), "service")
                .start();

        assertThat(sentence("service"))
                .contains("in bundle a.service 1.0.0 component plugin.Needs waits for a service"
                        + " java.util.function.LongSupplier (reference")
                .contains("filter (zone=utc)); nobody registers one");
        assertThat(explain("component:plugin.Needs"))
                .containsEntry("works", false)
                .containsEntry("kind", "component");
        assertThat(sentence("Needs")).startsWith("Component plugin.Needs waits for a service");
    }

    @Test
    void aComponentThatFailsIsTheCause() throws Exception {
        String source = TestPlugin.boundarySource("Fails", "activation", "word")
                .replace(
                        "public final class Fails implements Boundary {",
                        "public final class Fails implements Boundary {\n@Activate public Fails() { throw new"
                                + " IllegalStateException(\"no licence\"); }");
        install(new TestPlugin("a.activation", "1.0.0").source("Fails", source), "activation")
                .start();

        assertThat(sentence("activation"))
                .contains("component plugin.Fails failed to activate: java.lang.IllegalStateException: no licence");
    }

    @Test
    void aBundleThatWasNotStartedIsTheCause() throws Exception {
        install(saying("a.stopped", "stopped"), "stopped");

        assertThat(sentence("stopped")).contains("bundle a.stopped 1.0.0 is installed and not started");
    }

    @Test
    void aNameThatNobodyBringsComesWithTheNearestOne() {
        assertThat(sentence("nobody"))
                .contains(
                        "boundary helo is not deployed, because no bundle of the container brings it (did you mean hello?)");
    }

    @Test
    void aMemberOfAFamilyIsLookedForInItsFamily() throws Exception {
        install(new TestPlugin("a.family", "1.0.0").source("Family", """
                        import io.precinct.api.boundary.*;
                        import java.util.List;
                        import org.osgi.service.component.annotations.*;

                        @Component
                        @FamilyName("family")
                        public final class Family implements BoundaryFamily {
                            public List<Member> members() { throw new IllegalStateException("no members today"); }
                        }
                        """), "family")
                .start();

        assertThat(sentence("member"))
                .contains("bundle a.family 1.0.0 registered something unusable, boundary family")
                .contains("no members today");
    }

    @Test
    void aRefusedDeploymentIsTheCauseAndIsToldWhereAnOlderGenerationServes() throws Exception {
        Path refused = saying("a.refused", "refused")
                .header("Import-Package", "no.such,*")
                .jar(folder.resolve("r.jar"));
        instance.container().deploy(refused);

        assertThat(sentence("refused"))
                .contains("no bundle of the container brings it, and the deployment of a.refused 1.0.0"
                        + " was refused at ")
                .contains("it imports the package no.such");
        assertThat(sentence("a.refused")).startsWith("Bundle a.refused is not in the container: the deployment of");

        Path newer = TestPlugin.saying("a.hello", "2.0.0", "hello", "two")
                .header("Import-Package", "no.such,*")
                .jar(folder.resolve("newer.jar"));
        instance.container().deploy(newer);
        assertThat(explain("hello")).containsEntry("works", true);
        assertThat(sentence("hello")).contains("; but the deployment of a.hello 2.0.0 was refused at ");
        assertThat(sentence("bundle:hello"))
                .contains("works: it is active and brings boundary hello; but the deployment");
        instance.container()
                .deploy(TestPlugin.saying("a.hello", "1.0.1", "hello", "one").jar(folder.resolve("healed.jar")));
        assertThat(sentence("hello")).doesNotContain("but");
    }

    @Test
    void aBoundaryThatIsDeployedNamesItsRoutes() {
        assertThat(sentence("boundary:hello")).contains("is deployed and serves hello");
        assertThat(sentence("operations.health"))
                .startsWith("Route operations.health (GET /health, io.precinct.boundary");
    }

    @Test
    void whatIsWrongInTheConfigurationStandsWithTheRouteItIsAbout() {
        var settings = instance.container().settings();
        settings.problems = List.of(
                new Problem(new Location("/etc/precinct/service.yml", 5, 3), "unknown key methud", "method", false));
        String own = sentence("hello");
        String others = sentence("operations.health");
        settings.problems = List.of(new Problem(
                new Location("/etc/precinct/service.yml", 40, 3), "route brandnew has no boundary", null, false));
        String unserved = sentence("brandnew");
        settings.problems = List.of();

        assertThat(own)
                .contains(
                        "its entry was changed since and does not serve: /etc/precinct/service.yml:5: unknown key methud"
                                + " (method)");
        assertThat(others).doesNotContain("changed since");
        assertThat(unserved)
                .isEqualTo(
                        "Route brandnew is not served: /etc/precinct/service.yml:40: route brandnew has no boundary.");
    }

    @Test
    void twoBundlesThatClaimOnePlaceInTheChainAreToldOfBoth() throws Exception {
        Bundle second = install(new TestPlugin("b.gate", "1.0.0").source("Second", """
                        import io.precinct.api.boundary.*;
                        import org.osgi.service.component.annotations.*;

                        @Component
                        @BoundaryName("second_gate")
                        public final class Second implements Boundary {
                            public Declaration declaration() { return Declaration.gate().build(); }
                            public Outcome cross(Input input) { return Reply.ok(input.payload()); }
                        }
                        """), "second");
        second.start();
        String sentence = sentence("bundle:b.gate");
        second.uninstall();

        assertThat(sentence).contains("; but tie for").contains("second_gate of b.gate is left out");
    }

    @Test
    void whatIsUnknownIsNotFoundWithTheNearestName() {
        Answered answered = instance.get("/admin/explain?what=operations.helth");

        assertThat(answered.status()).isEqualTo(404);
        assertThat((String) answered.data().get("error")).contains("did you mean operations.health?");
        assertThat(answered.data()).doesNotContainKey("available");
        assertThat(instance.get("/admin/explain?what=nothing.like.it").data().get("nearest"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(3);
    }

    @Test
    void withoutANameThereIsNothingToExplain() {
        assertThat(instance.get("/admin/explain").status()).isEqualTo(422);
    }
}
