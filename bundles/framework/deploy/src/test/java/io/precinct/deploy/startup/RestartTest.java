package io.precinct.deploy.startup;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.service.HealthCheck;
import io.precinct.core.api.deploy.AdmissionCheck;
import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.deploy.Deployments.Result;
import io.precinct.core.api.launch.Launch;
import io.precinct.deploy.TestContainer;
import io.precinct.deploy.TestPlugin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.osgi.framework.Bundle;

class RestartTest {
    @TempDir
    Path folder;

    private Path shipped;

    @BeforeEach
    void ship() {
        shipped = says("shipped.greet", "1.0.0", "greet", "shipped");
    }

    private Path says(String bundle, String version, String boundary, String word) {
        return TestPlugin.saying(bundle, version, boundary, word).jar(folder.resolve(bundle + "-" + word + ".jar"));
    }

    private TestContainer container() throws Exception {
        return new TestContainer(folder.resolve("data"), shipped);
    }

    private static Map<String, Object> word(String word) {
        return Map.of("says", word);
    }

    @Test
    void whatServedServesAgainBeforeTheDeploymentsServiceIsThere() throws Exception {
        Outcome hello;
        try (var container = container()) {
            container.deploy(says("a.hello", "1.0.0", "hello", "one"));
            hello = container.deploy(says("a.hello", "1.0.0", "hello", "two"));
            container.deploy(says("shipped.greet", "0.5.0", "greet", "deployed"));
        }
        try (var container = container()) {
            container.deployments();
            assertThat(container.registry.ask("hello")).isEqualTo(word("two"));
            assertThat(container.registry.ask("greet")).isEqualTo(word("deployed"));
            assertThat(container.deployments().outcomes()).contains(hello);

            assertThat(container.deployments().rollback("shipped.greet").version())
                    .isEqualTo("1.0.0");
            assertThat(container.registry.ask("greet")).isEqualTo(word("shipped"));
            assertThat(container.deployments().rollback("a.hello").result()).isEqualTo(Result.ROLLED_BACK);
            assertThat(container.registry.ask("hello")).isEqualTo(word("one"));
        }
        try (var container = container()) {
            container.deployments();
            assertThat(container.registry.ask("greet")).isEqualTo(word("shipped"));
            assertThat(container.registry.ask("hello")).isEqualTo(word("one"));
        }
    }

    @Test
    void readyAndTheJudgementOfTheConfigurationWaitForWhatComesBack() throws Exception {
        Path slow = folder.resolve("slow");
        var plugin = TestPlugin.saying("a.slow", "1.0.0", "slow", "back").source("Wait", """
                import java.nio.file.*;
                import org.osgi.framework.*;
                import org.osgi.service.component.annotations.*;

                @Component(immediate = true)
                public final class Wait {
                    @Activate
                    public Wait() throws Exception { while (Files.exists(Path.of("%s"))) Thread.sleep(5); }
                }
                """.formatted(slow));
        try (var container = container()) {
            container.deploy(plugin.jar(folder.resolve("slow.jar")));
            container.awaitTrue(
                    "the first start to be complete",
                    () -> waitingFor(container).isEmpty());
        }
        Files.writeString(slow, "");
        says("b.late", "1.0.0", "late", "found")
                .toFile()
                .renameTo(Files.createDirectories(folder.resolve("data/boundaries"))
                        .resolve("late.jar")
                        .toFile());
        try (var container = container()) {
            assertThat(waitingFor(container)).contains(Launch.PENDING);
            assertThat(status(container.service(HealthCheck.class))).isEqualTo(HealthCheck.Status.WAITING);
            Files.delete(slow);
            container.awaitTrue(
                    "the start to be complete", () -> waitingFor(container).isEmpty());
            assertThat(container.registry.ask("slow")).isEqualTo(word("back"));
            assertThat(container.registry.ask("late")).isEqualTo(word("found"));
            assertThat(status(container.service(HealthCheck.class))).isEqualTo(HealthCheck.Status.UP);
        }
    }

    /** The properties of the launcher that the deployer has set. */
    private static Set<String> waitingFor(TestContainer container) {
        Set<String> carried = new HashSet<>();
        var check = container.context().getServiceReference(HealthCheck.class);
        for (String property : List.of(Launch.RESTORING, Launch.PENDING)) {
            if (check.getProperty(property) != null) {
                carried.add(property);
            }
        }
        return carried;
    }

    @Test
    void aDeployerThatIsRestartedWithinTheProcessKnowsWhatWasShipped() throws Exception {
        try (var container = container()) {
            container.deploy(says("shipped.greet", "0.5.0", "greet", "deployed"));
            container.deployments().rollback("shipped.greet");

            restartDeployer(container);
            container.awaitTrue("greet to serve", () -> word("shipped").equals(container.registry.ask("greet")));

            container.deploy(says("shipped.greet", "0.6.0", "greet", "again"));
            restartDeployer(container);
            container.awaitTrue("greet to serve", () -> word("again").equals(container.registry.ask("greet")));
            assertThat(container.deployments().rollback("shipped.greet").version())
                    .isEqualTo("1.0.0");
            assertThat(container.registry.ask("greet")).isEqualTo(word("shipped"));
        }
    }

    private static void restartDeployer(TestContainer container) throws Exception {
        Bundle deployer = container.bundles("io.precinct.deploy").getFirst();
        deployer.stop();
        deployer.start();
    }

    @Test
    void aPlugInThatNeedsTheDeploymentsServiceItselfComesBackToo() throws Exception {
        var plugin = new TestPlugin("a.console", "1.0.0").source("Console", """
                import io.precinct.api.boundary.*;
                import io.precinct.core.api.deploy.Deployments;
                import java.util.Map;
                import org.osgi.service.component.annotations.*;

                @Component
                @BoundaryName("console")
                public final class Console implements Boundary {
                    private final Deployments deployments;
                    @Activate
                    public Console(@Reference Deployments deployments) { this.deployments = deployments; }
                    public Declaration declaration() { return Declaration.terminal().writes("count", true).build(); }
                    public Outcome cross(Input input) { return Reply.ok(Map.of("count", deployments.outcomes().size())); }
                }
                """);
        try (var container = container()) {
            container.deploy(plugin.jar(folder.resolve("console.jar")));
        }
        try (var container = container()) {
            container.awaitTrue("the console to serve", () -> container.registry.ask("console") != null);
            assertThat(container.registry.ask("console")).isEqualTo(Map.of("count", 1));
        }
    }

    @Test
    void plugInsThatNeedEachOtherComeBackTogether() throws Exception {
        var clock = new TestPlugin("a.clock", "1.0.0").source("Clock", """
                import java.util.function.LongSupplier;
                import org.osgi.service.component.annotations.*;

                @Component
                public final class Clock implements LongSupplier {
                    public long getAsLong() { return 42; }
                }
                """);
        try (var container = container()) {
            container.deploy(clock.jar(folder.resolve("clock.jar")));
            container.deploy(pluginSaying("one"));
            container.deploy(clock.header("Bundle-Version", "1.1.0").jar(folder.resolve("clock2.jar")));
        }
        try (var container = container()) {
            container.deployments();
            assertThat(container.registry.ask("time")).isEqualTo(Map.of("time", 42L));
        }
    }

    private Path pluginSaying(String word) {
        return new TestPlugin("a.time", "1.0.0").source("Time", """
                        import io.precinct.api.boundary.*;
                        import java.util.Map;
                        import java.util.function.LongSupplier;
                        import org.osgi.service.component.annotations.*;

                        @Component
                        @BoundaryName("time")
                        public final class Time implements Boundary {
                            private final LongSupplier clock;
                            @Activate
                            public Time(@Reference LongSupplier clock) { this.clock = clock; }
                            public Declaration declaration() { return Declaration.terminal().writes("time", true).build(); }
                            public Outcome cross(Input input) { return Reply.ok(Map.of("time", clock.getAsLong())); }
                        }
                        """).jar(folder.resolve("time-" + word + ".jar"));
    }

    @Test
    void aJarThatWasChangedInTheStoreDoesNotComeBackAndIsToldOf() throws Exception {
        Outcome outcome;
        try (var container = container()) {
            outcome = container.deploy(says("shipped.greet", "2.0.0", "greet", "deployed"));
        }
        Path stored = folder.resolve("data/deployments/store/" + outcome.sha256() + ".jar");
        Files.writeString(stored, "something else");

        try (var container = container()) {
            Outcome last = container.deployments().outcomes().getFirst();
            assertThat(last.result()).isEqualTo(Result.REFUSED);
            assertThat(last.reasons()).singleElement().asString().contains("was changed since it was accepted");
            assertThat(container.registry.ask("greet")).isEqualTo(word("shipped"));
            HealthCheck health = container.service(HealthCheck.class);
            container.awaitTrue("the restoration to end", () -> status(health) == HealthCheck.Status.DOWN);
            assertThat(health.check().detail()).contains("shipped.greet 2.0.0 was accepted and does not serve");

            assertThat(container.deployments().rollback("shipped.greet").result())
                    .isEqualTo(Result.ROLLED_BACK);
            assertThat(health.check().status()).isEqualTo(HealthCheck.Status.UP);
        }
    }

    @Test
    void whereTheShippedOneServesForWhatDidNotComeBackItGoesOnServingOnceThatIsUndeployed() throws Exception {
        Outcome outcome;
        try (var container = container()) {
            outcome = container.deploy(says("shipped.greet", "2.0.0", "greet", "deployed"));
        }
        Files.writeString(folder.resolve("data/deployments/store/" + outcome.sha256() + ".jar"), "something else");

        try (var container = container()) {
            Outcome removed = container.deployments().undeploy("shipped.greet");
            assertThat(removed.result()).isEqualTo(Result.REMOVED);
            assertThat(removed.notes()).contains("shipped.greet 1.0.0, as it was shipped, serves already");
            assertThat(container.registry.ask("greet")).isEqualTo(word("shipped"));
            assertThat(container.bundles("shipped.greet"))
                    .singleElement()
                    .extracting(Bundle::getState)
                    .isEqualTo(Bundle.ACTIVE);
        }
        try (var container = container()) {
            assertThat(container.deployments().undeploy("shipped.greet").result())
                    .isEqualTo(Result.REFUSED);
        }
    }

    @Test
    void anErrorOnTheWayBackKeepsNobodyFromDeploying() throws Exception {
        try (var container = container()) {
            container.deployments();
            var thrown = new AtomicBoolean();
            container.settings().onRead = () -> {
                if (Thread.currentThread().getName().equals("restore-deployments")
                        && thrown.compareAndSet(false, true)) {
                    throw new AssertionError("as a plug-in may throw one");
                }
            };
            restartDeployer(container);
            assertThat(container
                            .deploy(says("a.hello", "1.0.0", "hello", "one"))
                            .result())
                    .isEqualTo(Result.DEPLOYED);
            assertThat(thrown).isTrue();
        }
    }

    private static HealthCheck.Status status(HealthCheck check) {
        try {
            return check.check().status();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether another generation serves meanwhile, or the same one. */
    @ParameterizedTest
    @ValueSource(strings = {"one", "two"})
    void theReasonWhyAGenerationDidNotComeBackIsForgottenOnceItsBundleServes(String next) throws Exception {
        try (var container = container()) {
            container.deploy(says("a.hello", "1.0.0", "hello", "one"));
            var refuses = new AtomicBoolean(true);
            container.context().registerService(AdmissionCheck.class, new Database(refuses), null);
            restartDeployer(container);
            container.deployments();
            HealthCheck health = container.service(HealthCheck.class);
            container.awaitTrue("it is left out", () -> status(health) == HealthCheck.Status.DEGRADED);
            assertThat(health.check().detail()).contains("the database refuses it: it is newer");

            refuses.set(false);
            assertThat(container.deploy(says("a.hello", "1.0.0", "hello", next)).result())
                    .isEqualTo(Result.DEPLOYED);
            assertThat(status(health)).isEqualTo(HealthCheck.Status.UP);
            container.bundles("a.hello").getLast().stop();

            assertThat(status(health)).isEqualTo(HealthCheck.Status.DOWN);
            assertThat(health.check().detail())
                    .contains("a.hello 1.0.0 was accepted and does not serve: it was stopped since");
        }
    }

    /** Refuses bundles as long as it is told to. */
    private record Database(AtomicBoolean refuses) implements AdmissionCheck {
        @Override
        public String subject() {
            return "database";
        }

        @Override
        public String usedThrough() {
            return "none";
        }

        @Override
        public void trial(long bundleId) {
            // nothing lasts
        }

        @Override
        public HealthCheck.Verdict check(long bundleId) {
            return refuses.get() ? HealthCheck.Verdict.down("it is newer") : HealthCheck.Verdict.up("");
        }
    }

    @Test
    void recordsThatCannotBeReadAreMovedAsideAndToldOf() throws Exception {
        try (var container = container()) {
            container.deploy(says("a.hello", "1.0.0", "hello", "one"));
        }
        Path records = folder.resolve("data/deployments/generations.json");
        Files.writeString(records, "{\"format\":99}");

        try (var container = container()) {
            container.deployments();
            assertThat(container.registry.ask("hello")).isNull();
            HealthCheck.Verdict verdict = container.service(HealthCheck.class).check();
            assertThat(verdict.status()).isEqualTo(HealthCheck.Status.DOWN);
            assertThat(verdict.detail()).contains("it has format 99, and this version reads 1");
            assertThat(records.resolveSibling("generations.json.unreadable")).exists();
            assertThat(container
                            .deploy(says("a.hello", "1.0.0", "hello", "one"))
                            .result())
                    .isEqualTo(Result.DEPLOYED);
        }
    }

    @Test
    void whatACrashLeftHalfWayIsCleared() throws Exception {
        Outcome outcome;
        try (var container = container()) {
            outcome = container.deploy(says("a.hello", "1.0.0", "hello", "one"));
        }
        Path deployments = folder.resolve("data/deployments");
        Files.writeString(deployments.resolve("staging/jar-1.part"), "half");
        Files.writeString(deployments.resolve("store/" + "0".repeat(64) + ".jar"), "never accepted");
        Files.writeString(deployments.resolve("active/gone.jar"), "served once");
        Files.delete(deployments.resolve("active/a.hello.jar"));
        Files.writeString(
                deployments.resolve("outcomes.jsonl"), "{\"result\":\"depl", java.nio.file.StandardOpenOption.APPEND);

        try (var container = container()) {
            assertThat(container.deployments().outcomes()).containsExactly(outcome);
            assertThat(deployments.resolve("staging").toFile().list()).isEmpty();
            assertThat(deployments.resolve("store").toFile().list()).containsExactly(outcome.sha256() + ".jar");
            assertThat(deployments.resolve("active").toFile().list()).containsExactly("a.hello.jar");
            container.deploy(says("a.hello", "1.0.0", "hello", "two"));
        }
        try (var container = container()) {
            assertThat(container.deployments().outcomes()).hasSize(2);
        }
    }

    @Test
    void aGenerationThatIsUnwellAfterARestartServesAllTheSame() throws Exception {
        Path switchFile = folder.resolve("switch");
        Files.writeString(switchFile, "up");
        var plugin = TestPlugin.saying("a.hello", "1.0.0", "hello", "one").source("Check", """
                import io.precinct.api.service.HealthCheck;
                import java.nio.file.*;
                import org.osgi.service.component.annotations.*;

                @Component
                public final class Check implements HealthCheck {
                    public String subject() { return "switch"; }
                    public Verdict check() throws Exception {
                        return Files.readString(Path.of("%s")).equals("up") ? Verdict.up("") : Verdict.down("off");
                    }
                }
                """.formatted(switchFile));
        try (var container = container()) {
            assertThat(container.deploy(plugin.jar(folder.resolve("hello.jar"))).result())
                    .isEqualTo(Result.DEPLOYED);
        }
        Files.writeString(switchFile, "down");
        try (var container = container()) {
            container.deployments();
            assertThat(container.registry.ask("hello")).isEqualTo(word("one"));
        }
    }

    @Test
    void aGenerationThatLacksSomethingNowIsRefusedAndKeptForTheNextStart() throws Exception {
        try (var container = container()) {
            container.context().registerService(java.util.function.LongSupplier.class, () -> 7, null);
            container.deploy(pluginSaying("one"));
        }
        try (var container = container()) {
            container.settings().deploy =
                    container.settings().with(Duration.ofMillis(200), Duration.ofSeconds(1), List.of(), List.of());
            container.awaitTrue(
                    "the refusal",
                    () -> container.deployments().outcomes().getFirst().result() == Result.REFUSED);
            assertThat(container.deployments().outcomes().getFirst().reasons().getFirst())
                    .contains("waits for a service java.util.function.LongSupplier");
        }
        try (var container = new TestContainer(folder.resolve("data"), shipped)) {
            assertThat(container.data().resolve("deployments/active/a.time.jar"))
                    .exists();
        }
    }
}
