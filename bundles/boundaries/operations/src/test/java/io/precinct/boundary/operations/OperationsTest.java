package io.precinct.boundary.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.boundary.operations.OperationsContainer.Answered;
import io.precinct.core.api.config.Location;
import io.precinct.core.api.config.Problem;
import io.precinct.core.api.deploy.Deployments.BundleView;
import io.precinct.core.api.launch.Launch;
import io.precinct.core.api.metrics.MetricSource;
import io.precinct.deploy.TestPlugin;
import io.precinct.testing.Eventually;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.slf4j.LoggerFactory;

class OperationsTest {
    /** What is waited for on a slow machine, where a check may not answer within the patience of the first request. */
    private static final String IN_TIME = "each check that answers does so in time";

    @TempDir
    static Path folder;

    private static OperationsContainer instance;

    @BeforeAll
    static void start() throws Exception {
        Path home = folder.resolve("home");
        Files.createDirectories(home.resolve("bundles"));
        Files.createDirectories(home.resolve("features"));
        checking("a.base", "base", "up").jar(home.resolve("bundles/base.jar"));
        checking("a.extra", "extra", "waiting").jar(home.resolve("bundles/extra.jar"));
        Files.writeString(home.resolve("features/framework.bundles"), "base.jar\n");
        Files.writeString(home.resolve("features/extra.bundles"), "# with what it stands on\nbase.jar\nextra.jar\n");
        instance = new OperationsContainer(
                folder.resolve("data"),
                Map.of(
                        Launch.HOME, home.toString(),
                        Launch.FEATURES, "framework,extra",
                        Launch.VERSION, "1.2.3"),
                List.of(
                        OperationsContainer.route("hello", "/hello", 4, true, "hello"),
                        OperationsContainer.route("later", "/later", 8, true, "later")),
                home.resolve("bundles/base.jar"),
                TestPlugin.saying("a.hello", "1.0.0", "hello", "shipped").jar(folder.resolve("hello.jar")));
    }

    @AfterAll
    static void stop() throws Exception {
        instance.close();
    }

    @AfterEach
    void whatWasWrongIsRight() {
        instance.container().settings().problems = List.of();
    }

    private static TestPlugin checking(String bundle, String subject, String verdict) {
        return new TestPlugin(bundle, "1.0.0").source("Check", """
                import io.precinct.api.service.HealthCheck;
                import org.osgi.service.component.annotations.*;

                @Component
                public final class Check implements HealthCheck {
                    public String subject() { return "%s"; }
                    public Verdict check() { return Verdict.%s("as it should be"); }
                }
                """.formatted(subject, verdict));
    }

    private static Path saying(String word) {
        return TestPlugin.saying("a.hello", "2.0.0", "hello", word).jar(folder.resolve("hello-" + word + ".jar"));
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> list(Object value) {
        return (List<Map<String, Object>>) value;
    }

    @Test
    void healthIsAnsweredWithEveryCheckWhateverItSays() throws Exception {
        Eventually.untilAsserted(
                IN_TIME,
                () -> assertThat(instance.get("/health").data())
                        .containsEntry("status", "up")
                        .containsEntry("version", "1.2.3"));

        var down = instance.container().start(checking("a.ill", "ill", "down").jar(folder.resolve("ill.jar")));
        try {
            Eventually.untilAsserted(IN_TIME, () -> {
                Answered answered = instance.get("/health");
                assertThat(answered.status()).isEqualTo(200);
                assertThat(answered.data()).containsEntry("status", "down");
                assertThat(answered.data().get("counts"))
                        .isEqualTo(Map.of("up", 3L, "degraded", 0L, "waiting", 0L, "down", 1L));
                assertThat(list(answered.data().get("checks")))
                        .extracting(
                                check -> check.get("subject") + " " + check.get("status") + " " + check.get("bundle"))
                        .containsExactlyInAnyOrder(
                                "base up a.base",
                                "deployments up io.precinct.deploy",
                                "threads up io.precinct.core",
                                "ill down a.ill");
            });
        } finally {
            down.uninstall();
        }
    }

    @Test
    void aCheckThatThrowsOrHangsIsDownAndHoldsNobodyUp() throws Exception {
        var plugin = checking("a.bad", "throws", "up").source("Hangs", """
                import io.precinct.api.service.HealthCheck;
                import org.osgi.service.component.annotations.*;

                @Component
                public final class Hangs implements HealthCheck {
                    public String subject() { return "hangs"; }
                    public Verdict check() throws Exception { Thread.sleep(60_000); return null; }
                }
                """).source("Throws", """
                import io.precinct.api.service.HealthCheck;
                import org.osgi.service.component.annotations.*;

                @Component
                public final class Throws implements HealthCheck {
                    public String subject() { return "throws"; }
                    public Verdict check() { throw new IllegalStateException("on purpose"); }
                }
                """);
        var bad = instance.container().start(plugin.jar(folder.resolve("bad.jar")));
        try {
            Eventually.untilAsserted(
                    IN_TIME,
                    () -> assertThat(list(instance.get("/health").data().get("checks")))
                            .extracting(check -> check.get("subject") + ": " + check.get("detail"))
                            .contains("throws: it failed: java.lang.IllegalStateException: on purpose")
                            .anyMatch(line -> line.matches("hangs: it has not answered for \\d+ ms")));
        } finally {
            bad.uninstall();
        }
    }

    @Test
    void readinessWaitsForChecksAndForRoutesThatAreNotOptional() throws Exception {
        Eventually.untilAsserted(IN_TIME, () -> {
            Answered ready = instance.get("/ready");
            assertThat(ready.status()).isEqualTo(200);
            assertThat(ready.data()).containsEntry("ready", true);
            assertThat(list(ready.data().get("missing")))
                    .containsExactly(Map.of("route", "later", "boundaries", List.of("later"), "optional", true));
        });

        var waiting = instance.container()
                .start(checking("a.extra", "extra", "waiting").jar(folder.resolve("extra.jar")));
        try {
            Eventually.untilAsserted(IN_TIME, () -> {
                Answered not = instance.get("/ready");
                assertThat(not.status()).isEqualTo(503);
                assertThat(not.data()).containsEntry("ready", false);
                assertThat(not.data().get("error")).isEqualTo("not ready: extra is waiting (as it should be)");
                assertThat(instance.get("/ready/framework").status()).isEqualTo(200);
                Answered extra = instance.get("/ready/extra");
                assertThat(extra.status()).isEqualTo(503);
                assertThat(list(extra.data().get("checks")))
                        .extracting(check -> check.get("subject"))
                        .containsExactly("extra");
            });
        } finally {
            waiting.uninstall();
        }
    }

    @Test
    void anInstanceThatIsAboutToStopIsNotReadyAndStillHealthy() throws Exception {
        ServiceRegistration<?> stop = instance.container()
                .context()
                .registerService(Runnable.class, () -> {}, FrameworkUtil.asDictionary(Map.of(Launch.DRAINING, true)));
        try {
            for (String path : List.of("/ready", "/ready/framework")) {
                Answered not = instance.get(path);
                assertThat(not.status()).isEqualTo(503);
                assertThat(not.data()).containsEntry("ready", false);
                assertThat((String) not.data().get("error")).startsWith("not ready: the service is about to stop");
            }
            assertThat(instance.get("/health").status()).isEqualTo(200);
        } finally {
            stop.unregister();
        }
    }

    @Test
    void anUnknownFeatureIsNotFound() {
        Answered answered = instance.get("/ready/nothing");

        assertThat(answered.status()).isEqualTo(404);
        assertThat(answered.data()).containsEntry("available", List.of("framework", "extra"));
    }

    @Test
    void metricsComeAsPrometheusTextAndAsOpenMetrics() {
        instance.get("/hello");
        Answered text = instance.get("/metrics");
        assertThat(text.status()).isEqualTo(200);
        assertThat(text.answer().body())
                .hasFieldOrPropertyWithValue("mediaType", "text/plain; version=0.0.4; charset=utf-8");
        assertThat(text.text())
                .contains("# TYPE precinct_deployments_total counter")
                .contains("precinct_deployments_total{result=\"refused\"}")
                .contains("process_cpu_seconds_total ")
                .contains("jvm_memory_used_bytes{area=\"heap\"} ")
                .doesNotContain("# EOF");

        Answered open = instance.get(
                "/metrics",
                "application/openmetrics-text;version=1.0.0;q=0.8,text/plain;version=0.0.4;q=0.5,*/*;q=0.1");
        assertThat(open.text()).contains("# TYPE precinct_deployments counter").endsWith("# EOF\n");
    }

    @Test
    void figuresThatCannotBeHadAreLeftOutAndTheirBundleIsNamed() {
        ServiceRegistration<MetricSource> failing = instance.container()
                .context()
                .registerService(
                        MetricSource.class,
                        () -> {
                            throw new StackOverflowError("no figures");
                        },
                        null);
        String text = instance.get("/metrics").text();
        failing.unregister();
        String own = instance.container().context().getBundle().getSymbolicName();

        assertThat(text)
                .contains("precinct_deployments_total{")
                .contains("precinct_metric_source_up{bundle=\"" + own + "\"} 0");
        assertThat(instance.get("/metrics").text()).doesNotContain(own + "\"} 0");
    }

    @Test
    void adminOperationsNeedTheToken() {
        for (String path : List.of("/admin/status", "/admin/bundles", "/admin/loggers", "/admin/explain?what=hello")) {
            assertThat(instance.getAsStranger(path).status()).as(path).isEqualTo(401);
        }
        assertThat(instance.getAsStranger("/health").status()).isEqualTo(200);
    }

    @Test
    void statusTellsWhatRuns() {
        ServiceRegistration<?> listener = instance.container()
                .context()
                .registerService(
                        Runnable.class,
                        () -> {},
                        FrameworkUtil.asDictionary(Map.of(Launch.URL, "http://127.0.0.1:3000")));
        instance.container().settings().problems = List.of(
                new Problem(new Location("service.yml", 2, 1), "odd", null, true),
                new Problem(new Location("service.yml", 3, 1), "unknown key", "routes?", false));
        Map<String, Object> status = instance.get("/admin/status").data();
        listener.unregister();

        assertThat(status)
                .containsEntry("service", "test")
                .containsEntry("version", "1.2.3")
                .containsEntry("features", List.of("framework", "extra"))
                .containsEntry("listeners", List.of("http://127.0.0.1:3000"))
                .containsKeys("pid", "uptime_seconds", "conflicts", "requests_in_flight", "deployments");
        assertThat(status.get("configuration"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsEntry("problems", List.of("service.yml:3: unknown key (routes?)"))
                .containsEntry("warnings", List.of("service.yml:2: warning: odd"));
        assertThat(status.get("bundles"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsKeys("total", "not_active");
    }

    @Test
    void aJarIsDeployedTriedRefusedAndRolledBack() throws Exception {
        byte[] jar = Files.readAllBytes(saying("deployed"));

        Answered dry = instance.upload("/admin/deploy?name=hello.jar&dry_run=true", jar);
        assertThat(dry.data()).containsEntry("result", "would_deploy");
        assertThat(instance.get("/hello").data()).containsEntry("says", "shipped");

        Answered deployed = instance.upload("/admin/deploy?name=..%2Fhello.jar", jar);
        assertThat(deployed.status()).isEqualTo(200);
        assertThat(deployed.data())
                .containsEntry("result", "deployed")
                .containsEntry("bundle", "a.hello")
                .containsEntry("version", "2.0.0")
                .containsEntry("file", "hello.jar")
                .containsKeys("sha256", "replaced", "reasons", "at", "millis");
        assertThat(instance.get("/hello").data()).containsEntry("says", "deployed");
        assertThat(list(instance.get("/admin/bundles").data().get("bundles")))
                .anySatisfy(bundle ->
                        assertThat(bundle).containsEntry("bundle", "a.hello").containsEntry("origin", "deployed"));

        Answered refused = instance.upload("/admin/deploy?name=x.jar", new byte[] {1, 2, 3});
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.data()).containsEntry("result", "refused");
        assertThat((String) refused.data().get("error")).contains("x.jar is no OSGi bundle");

        Answered back = instance.send("POST", "/admin/rollback", "{\"bundle\":\"a.hello\"}");
        assertThat(back.data()).containsEntry("result", "rolled_back").containsEntry("version", "1.0.0");
        assertThat(instance.get("/hello").data()).containsEntry("says", "shipped");
        assertThat(instance.send("POST", "/admin/rollback", "{\"bundle\":\"a.hello\"}")
                        .status())
                .isEqualTo(422);
    }

    /** The inspected list of bundles behaves the same, and has the same test. */
    @Test
    void anUndeploymentWithoutAFileHasNoHash() {
        Answered refused = instance.send("POST", "/admin/undeploy", "{\"bundle\":\"a.nothing\"}");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.data()).containsEntry("result", "refused").containsEntry("sha256", null);

        Map<String, Object> bundles = instance.get("/admin/bundles").data();
        var deployments = instance.container().deployments();
        assertThat(list(bundles.get("outcomes")).getFirst())
                .containsEntry("bundle", "a.nothing")
                .containsEntry("sha256", null)
                .isEqualTo(deployments.outcomes().getFirst().toData());
        assertThat(list(bundles.get("bundles")))
                .isEqualTo(
                        deployments.bundles().stream().map(BundleView::toData).toList());
    }

    @Test
    void anEmptyUploadIsAFaultOfTheRequest() {
        assertThat(instance.upload("/admin/deploy?name=x.jar", new byte[0]).status())
                .isEqualTo(422);
    }

    @Test
    void aReloadReportsWhatIsWrongAndKeepsWhatServes() {
        assertThat(instance.send("POST", "/admin/reload", "{}").status()).isEqualTo(200);

        instance.container().settings().problems =
                List.of(new Problem(new Location("service.yml", 3, 1), "unknown key", null, false));
        Answered bad = instance.send("POST", "/admin/reload", "{}");
        assertThat(bad.status()).isEqualTo(422);
        assertThat(bad.data()).containsEntry("problems", List.of("service.yml:3: unknown key"));
    }

    @Test
    void aMemberThatAChangeDoesNotTakeIsRefused() {
        instance.container().settings().problems =
                List.of(new Problem(new Location("service.yml", 3, 1), "not read", null, false));
        Answered reload = instance.send("POST", "/admin/reload", "{\"force\":true,\"_note\":1}");
        assertThat(reload.status()).isEqualTo(422);
        assertThat(reload.data())
                .containsEntry("error", "there is no field force; this takes none")
                .containsEntry("code", "invalid_fields")
                .doesNotContainKey("problems");

        Answered enable = instance.send("POST", "/admin/enable", "{\"bundle\":\"a.hello\",\"forced\":true}");
        assertThat(enable.status()).isEqualTo(422);
        assertThat(list(enable.data().get("errors")))
                .singleElement(InstanceOfAssertFactories.MAP)
                .containsEntry("pointer", "/forced")
                .containsEntry("allowed", List.of("bundle", "force"));

        Answered level = instance.send("PUT", "/admin/loggers/a.quiet", "{\"level\":\"trace\",\"for\":60}");
        assertThat(level.data().get("error")).isEqualTo("there is no field for; this takes level");
        assertThat(instance.send("POST", "/admin/reload", "[1]").status()).isEqualTo(422);
    }

    @Test
    void aScenarioRunsInProcess() {
        Answered answered = instance.send(
                "POST",
                "/admin/scenario",
                "{\"route\":\"hello\",\"scenario\":\"nothing\",\"params\":{},\"headers\":{}}");
        assertThat(answered.data()).containsEntry("route", "hello").containsEntry("scenario", "nothing");

        assertThat(instance.send("POST", "/admin/scenario", "{\"route\":\"hello\",\"scenario\":\"x\",\"params\":[1]}")
                        .status())
                .isEqualTo(422);
        assertThat(instance.send("POST", "/admin/scenario", "{\"route\":\"hello\"}")
                        .status())
                .isEqualTo(422);
    }

    @Test
    void logLevelsChangeWhileTheServiceRuns() {
        var logger = LoggerFactory.getLogger("a.quiet.place");
        assertThat(logger.isTraceEnabled()).isFalse();

        Answered changed = instance.send("PUT", "/admin/loggers/a.quiet", "{\"level\":\"TRACE\"}");
        assertThat(changed.data()).containsEntry("level", "trace").containsEntry("effective", "trace");
        assertThat(logger.isTraceEnabled()).isTrue();
        assertThat(list(instance.get("/admin/loggers").data().get("loggers")))
                .extracting(entry -> entry.get("name"))
                .contains("ROOT", "a.quiet")
                .doesNotContain("a.quiet.place");

        instance.send("PUT", "/admin/loggers/a.quiet", "{\"level\":\"default\"}");
        assertThat(logger.isTraceEnabled()).isFalse();
    }

    @Test
    void aLevelThatDoesNotExistIsRefused() {
        Answered answered = instance.send("PUT", "/admin/loggers/a.b", "{\"level\":\"loud\"}");
        assertThat(answered.status()).isEqualTo(422);
        assertThat(instance.send("PUT", "/admin/loggers/ROOT", "{\"level\":\"default\"}")
                        .status())
                .isEqualTo(422);
    }
}
