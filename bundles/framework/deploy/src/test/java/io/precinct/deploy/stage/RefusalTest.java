package io.precinct.deploy.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.deploy.Deployments.Result;
import io.precinct.deploy.TestContainer;
import io.precinct.deploy.TestPlugin;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;

/** Tests that after each refusal, the serving generation of {@code a.hello} still serves and no trace is left. */
class RefusalTest {
    private static final Duration AMPLE = Duration.ofSeconds(30);
    /** Long enough on most machines, and short enough for a test to wait. */
    private static final Duration SHORT = Duration.ofMillis(1500);

    @TempDir
    static Path folder;

    private static TestContainer container;
    private static int jars;

    @BeforeAll
    static void start() throws Exception {
        container = new TestContainer(folder.resolve("data"));
        container.deploy(TestPlugin.saying("a.hello", "1.0.0", "hello", "one").jar(folder.resolve("one.jar")));
        patience(AMPLE);
    }

    @AfterAll
    static void stop() throws Exception {
        container.close();
    }

    private static void patience(Duration activation) {
        var settings = container.settings();
        settings.deploy = settings.with(activation, Duration.ofSeconds(30), List.of(), List.of());
    }

    @AfterEach
    void whatServedStillServes() {
        assertThat(container.registry.ask("hello")).isEqualTo(Map.of("says", "one"));
        container.awaitTrue(
                "the attempt to be gone",
                () -> container.bundles("a.hello").size() == 1
                        && container.bundles("a.broken").isEmpty());
        assertThat(container.data().resolve("deployments/staging").toFile().list())
                .isEmpty();
        assertThat(container.data().resolve("deployments/store").toFile().list())
                .hasSize(1);
        assertThat(container.data().resolve("deployments/active").toFile().list())
                .containsExactly("a.hello.jar");
    }

    private static TestPlugin next() {
        return TestPlugin.saying("a.hello", "2.0.0", "hello", "two");
    }

    /**
     * Deploys a plug-in that is refused by a time-out. If a slow machine has not reached the code that hangs by then,
     * tries again with twice the time.
     *
     * @param phase the part of the reasons that names what hangs
     * @return the reasons, with "N ms" for the time limit
     */
    private static String refusedInTime(String phase, TestPlugin plugin) throws Exception {
        String reasons = "";
        for (Duration time = SHORT;
                !reasons.contains(phase) && time.compareTo(AMPLE) < 0;
                time = time.multipliedBy(2)) {
            patience(time);
            try {
                reasons = refused(plugin).replace(time.toMillis() + " ms", "N ms");
            } finally {
                patience(AMPLE);
            }
        }
        return reasons;
    }

    private static String refused(TestPlugin plugin) throws Exception {
        Outcome outcome = container.deploy(plugin.jar(folder.resolve("refused-" + ++jars + ".jar")));
        assertThat(outcome.result()).isEqualTo(Result.REFUSED);
        assertThat(outcome.replaced()).isNull();
        assertThat(container.deployments().outcomes()).startsWith(outcome);
        return String.join("\n", outcome.reasons());
    }

    @Test
    void aPackageThatNobodyExports() throws Exception {
        assertThat(refused(next().header("Import-Package", "no.such.api;version=\"[1.2,2)\",*")))
                .isEqualTo("it imports the package no.such.api in version 1.2.0 or newer, before 2.0.0, which no bundle"
                        + " exports; embed it, or drop the dependency (Import-Package)");
    }

    @Test
    void aHealthCheckThatThrowsAnError() throws Exception {
        assertThat(refused(next().source("Check", """
                        import io.precinct.api.service.HealthCheck;
                        import org.osgi.service.component.annotations.*;

                        @Component
                        public final class Check implements HealthCheck {
                            public String subject() { return "own"; }
                            public Verdict check() { throw new AssertionError("so much for that"); }
                        }
                        """)))
                .isEqualTo("its health check own failed: java.lang.AssertionError: so much for that");
    }

    @Test
    void aHealthCheckThatThrowsAnErrorWhereItIsToSayWhatItChecks() throws Exception {
        assertThat(refused(next().source("Check", """
                        import io.precinct.api.service.HealthCheck;
                        import org.osgi.service.component.annotations.*;

                        @Component
                        public final class Check implements HealthCheck {
                            public String subject() { throw new StackOverflowError("too deep"); }
                            public Verdict check() { return Verdict.up("fine"); }
                        }
                        """))).contains("java.lang.StackOverflowError: too deep");
    }

    @Test
    void aPackageThatIsExportedInAnotherVersion() throws Exception {
        assertThat(refused(next().header("Import-Package", "io.precinct.api.format;version=\"[7,8)\",*")))
                .contains(
                        "io.precinct.api.format in version 7.0.0 or newer, before 8.0.0, and it is exported in version 1.0.0 by"
                                + " org.apache.felix.framework only");
    }

    @Test
    void aBundleThatIsNotInstalled() throws Exception {
        assertThat(refused(next().header("Require-Bundle", "no.such.bundle;bundle-version=3")))
                .contains("it requires the bundle no.such.bundle in version 3.0.0 or newer, which is not installed");
    }

    @Test
    void aJavaThatIsNewerThanThisOne() throws Exception {
        assertThat(refused(next().header("Require-Capability", "osgi.ee;filter:=\"(&(osgi.ee=JavaSE)(version=99))\"")))
                .contains("it was built for JavaSE 99, and this is Java 25");
    }

    @Test
    void aCapabilityThatNobodyProvides() throws Exception {
        assertThat(refused(next().header("Require-Capability", "a.feature;filter:=\"(a.feature=x)\"")))
                .isEqualTo(
                        "it requires a capability a.feature (a.feature=x), which no bundle provides (Require-Capability)");
    }

    @Test
    void aServiceThatNobodyRegisters() throws Exception {
        assertThat(refusedInTime(
                        "waits for a service", next().source("Needs", needing("java.util.function.IntSupplier", ""))))
                .isEqualTo(
                        "component plugin.Needs waits for a service java.util.function.IntSupplier (reference clock);"
                                + " nobody registers one");
    }

    @Test
    void aServiceThatDoesNotFitTheFilterOfItsReference() throws Exception {
        container.context().registerService(java.util.function.BooleanSupplier.class, () -> true, null);

        assertThat(refusedInTime(
                        "waits for a service",
                        next().source("Needs", needing("java.util.function.BooleanSupplier", "(zone=utc)"))))
                .isEqualTo(
                        "component plugin.Needs waits for a service java.util.function.BooleanSupplier (reference clock,"
                                + " filter (zone=utc)); one is registered, by org.apache.felix.framework, and does not fit");
    }

    private static String needing(String service, String target) {
        return """
                import org.osgi.service.component.annotations.*;

                @Component(service = Needs.class)
                public final class Needs {
                    @Activate
                    public Needs(@Reference(name = "clock"%s) %s clock) {}
                }
                """.formatted(target.isEmpty() ? "" : ", target = \"" + target + "\"", service);
    }

    @Test
    void aConfigurationThatNothingSupplies() throws Exception {
        assertThat(refusedInTime("waits for a configuration", next().source("Configured", """
                import org.osgi.service.component.annotations.*;

                @Component(service = Configured.class, configurationPid = "a.pid",
                        configurationPolicy = ConfigurationPolicy.REQUIRE)
                public final class Configured {}
                """)))
                .contains("component plugin.Configured waits for a configuration with the PID a.pid");
    }

    @Test
    void aComponentThatThrowsWhileItActivates() throws Exception {
        assertThat(refused(next().source("Bad", failing("throw new IllegalStateException(\"no licence\")"))))
                .isEqualTo("component plugin.Bad failed to activate: java.lang.IllegalStateException: no licence");
    }

    @Test
    void aComponentThatLacksAClassWhenItActivates() throws Exception {
        var plugin = next().source("Bad", failing("new Gone()"))
                .source("Gone", "final class Gone {}")
                .without("plugin/Gone.class");
        assertThat(refused(plugin))
                .contains("component plugin.Bad failed to activate")
                .contains("plugin.Gone");
    }

    private static String failing(String statement) {
        return """
                import org.osgi.service.component.annotations.*;

                @Component(service = Runnable.class)
                public final class Bad implements Runnable {
                    @Activate
                    public Bad() {
                        if (System.nanoTime() != 0) {
                            %s;
                        }
                    }
                    public void run() {}
                }
                """.formatted(statement);
    }

    @Test
    void aComponentThatHangsWhileItActivates() throws Exception {
        assertThat(
                        refusedInTime(
                                "did not activate",
                                next().source(
                                                "Bad",
                                                failing(
                                                        "try { Thread.sleep(30_000); } catch (InterruptedException e) { throw new IllegalStateException(e); }"))))
                .contains("component plugin.Bad did not activate within N ms");
    }

    @Test
    void anActivatorThatThrows() throws Exception {
        assertThat(refused(next().header("Bundle-Activator", "plugin.Start").source("Start", """
                import org.osgi.framework.*;

                public final class Start implements BundleActivator {
                    public void start(BundleContext context) { throw new IllegalArgumentException("no port"); }
                    public void stop(BundleContext context) {}
                }
                """)))
                .isEqualTo("its Bundle-Activator failed: java.lang.IllegalArgumentException: no port");
    }

    @Test
    void anActivatorThatHangs() throws Exception {
        assertThat(refusedInTime(
                        "did not start",
                        next().header("Bundle-Activator", "plugin.Start").source("Start", """
                import org.osgi.framework.*;

                public final class Start implements BundleActivator {
                    public void start(BundleContext context) throws Exception { Thread.sleep(30_000); }
                    public void stop(BundleContext context) {}
                }
                """)))
                .contains("it did not start within N ms");
    }

    @Test
    void aHealthCheckThatIsDown() throws Exception {
        assertThat(refused(next().source("Check", check("return Verdict.down(\"no route to the database\");"))))
                .isEqualTo("its health check pulse says no route to the database");
    }

    @Test
    void aHealthCheckThatThrows() throws Exception {
        assertThat(refused(next().source("Check", check("throw new IllegalStateException(\"broken\");"))))
                .isEqualTo("its health check pulse failed: java.lang.IllegalStateException: broken");
    }

    @Test
    void aHealthCheckThatNeverGetsReady() throws Exception {
        assertThat(refusedInTime(
                        "still waiting", next().source("Check", check("return Verdict.waiting(\"warming\");"))))
                .isEqualTo("its health check pulse was still waiting after N ms: warming");
    }

    @Test
    void aHealthCheckThatDoesNotAnswer() throws Exception {
        assertThat(refusedInTime(
                        "did not answer",
                        next().source("Check", check("Thread.sleep(30_000); return Verdict.up(\"late\");"))))
                .isEqualTo("its health check pulse did not answer within N ms");
    }

    private static String check(String body) {
        return """
                import io.precinct.api.service.HealthCheck;
                import org.osgi.service.component.annotations.*;

                @Component
                public final class Check implements HealthCheck {
                    public String subject() { return "pulse"; }
                    public Verdict check() throws Exception { %s }
                }
                """.formatted(body);
    }

    @Test
    void aNameThatTheRegistryDoesNotGrant() throws Exception {
        container.registry.problem = "boundary hello: bundle b.other has it";
        try {
            assertThat(refused(next())).isEqualTo("boundary hello: bundle b.other has it");
        } finally {
            container.registry.problem = null;
        }
    }

    @Test
    void aBundleThatDoesNothing() throws Exception {
        assertThat(refused(new TestPlugin("a.broken", "1.0.0").source("Idle", "final class Idle {}")))
                .contains("registers no service and describes no component");
    }

    @Test
    void aBundleThatItsExtenderLeavesAlone() throws Exception {
        Bundle extender = container.start(new TestPlugin("a.extender", "1.0.0")
                .header("Provide-Capability", "osgi.extender;osgi.extender=test.data;version:Version=1.0")
                .header("-includeresource", "data.txt;literal=none")
                .jar(folder.resolve("extender.jar")));
        try {
            assertThat(refusedInTime(
                            "waits",
                            new TestPlugin("a.broken", "1.0.0")
                                    .header("Require-Capability", "osgi.extender;filter:=\"(osgi.extender=test.data)\"")
                                    .header("-includeresource", "data.txt;literal=some")))
                    .isEqualTo("it waits for the extender test.data of a.extender, which has registered no service for"
                            + " it");
        } finally {
            extender.uninstall();
        }
    }

    @Test
    void aPartOfTheFrameworkItself() throws Exception {
        assertThat(refused(TestPlugin.saying("io.precinct.deploy", "9.0.0", "hello", "two")))
                .contains("io.precinct.deploy is a part of the framework");
    }

    @Test
    void everyReasonAtOnce() throws Exception {
        assertThat(refusedInTime(
                        "no.such",
                        next().source("Bad", failing("throw new IllegalStateException(\"x\")"))
                                .source("Needs", needing("java.util.function.IntSupplier", ""))
                                .header("Import-Package", "no.such,no.such.either,*")))
                .contains("no.such,", "no.such.either,");
    }

    @Test
    void aFileThatIsLargerThanAllowed() {
        var large = new ByteArrayInputStream(new byte[(1 << 20) + 1]);

        Outcome outcome = container.deployments().deploy(large, "large.jar", false);

        assertThat(outcome.result()).isEqualTo(Result.REFUSED);
        assertThat(outcome.bundle()).isNull();
        assertThat(outcome.reasons())
                .singleElement()
                .asString()
                .contains("1048576 bytes that deploy.max_jar_bytes allows");
    }

    @Test
    void aFileThatIsNoBundle() {
        var text = new ByteArrayInputStream("hello".getBytes(StandardCharsets.UTF_8));

        Outcome outcome = container.deployments().deploy(text, "hello.txt", false);

        assertThat(outcome.result()).isEqualTo(Result.REFUSED);
        assertThat(outcome.reasons()).singleElement().asString().startsWith("hello.txt is no OSGi bundle");
    }
}
