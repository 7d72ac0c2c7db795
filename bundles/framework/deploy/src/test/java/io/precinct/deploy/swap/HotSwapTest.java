package io.precinct.deploy.swap;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.core.api.config.ArchetypeSlot;
import io.precinct.core.api.config.Location;
import io.precinct.core.api.deploy.Deployments.BundleView;
import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.deploy.Deployments.Result;
import io.precinct.deploy.TestContainer;
import io.precinct.deploy.TestPlugin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;

class HotSwapTest {
    @TempDir
    Path folder;

    private TestContainer container;

    @BeforeEach
    void start() throws Exception {
        container = new TestContainer(folder.resolve("data"), says("shipped.greet", "1.0.0", "greet", "shipped"));
    }

    @AfterEach
    void stop() throws Exception {
        container.close();
    }

    private Path says(String bundle, String version, String boundary, String word) {
        return TestPlugin.saying(bundle, version, boundary, word)
                .jar(folder.resolve(bundle + "-" + version + "-" + word + ".jar"));
    }

    private Path jar(TestPlugin plugin, String name) {
        return plugin.jar(folder.resolve(name + ".jar"));
    }

    private Object ask(String boundary) {
        return container.registry.ask(boundary);
    }

    private static Map<String, Object> word(String word) {
        return Map.of("says", word);
    }

    @Test
    void aNewBundleServesAndItsOutcomeIsKept() throws Exception {
        Outcome outcome = container.deploy(says("a.hello", "1.2.3", "hello", "one"));

        assertThat(outcome.result()).isEqualTo(Result.DEPLOYED);
        assertThat(outcome.bundle()).isEqualTo("a.hello");
        assertThat(outcome.version()).isEqualTo("1.2.3");
        assertThat(outcome.sha256()).matches("[0-9a-f]{64}");
        assertThat(outcome.replaced()).isNull();
        assertThat(ask("hello")).isEqualTo(word("one"));
        assertThat(container.deployments().outcomes()).startsWith(outcome);
        assertThat(container.data().resolve("deployments/active/a.hello.jar")).exists();
        assertThat(container.data().resolve("deployments/store/" + outcome.sha256() + ".jar"))
                .exists();
        assertThat(container.bundles("a.hello").getFirst().getLocation())
                .isEqualTo("deploy:a.hello:1.2.3:" + outcome.sha256());
    }

    @Test
    void aRebuildOfTheSameVersionAndAnOlderVersionBothWinOverWhatServes() throws Exception {
        Outcome first = container.deploy(says("a.hello", "1.0.0", "hello", "one"));
        Outcome second = container.deploy(says("a.hello", "1.0.0", "hello", "two"));
        assertThat(ask("hello")).isEqualTo(word("two"));
        assertThat(second.replaced()).isEqualTo("1.0.0 " + first.sha256());

        container.deploy(says("a.hello", "0.9.0", "hello", "three"));
        assertThat(ask("hello")).isEqualTo(word("three"));
        container.awaitTrue(
                "the old ones to go", () -> container.bundles("a.hello").size() == 1);
    }

    @Test
    void aBundleThatSaysItNeedsARestartIsNotSwapped() throws Exception {
        container.deploy(jar(owner("1.0.0", "one"), "owner-1"));

        Outcome refused = container.deploy(jar(owner("2.0.0", "two"), "owner-2"));

        assertThat(refused.result()).isEqualTo(Result.REFUSED);
        assertThat(refused.reasons()).singleElement().asString().contains("Precinct-Swap: restart");
        assertThat(ask("hello")).isEqualTo(word("one"));
    }

    private static TestPlugin owner(String version, String word) {
        return TestPlugin.saying("an.owner", version, "hello", word).header("Precinct-Swap", "restart");
    }

    @Test
    void theSameFileAgainChangesNothing() throws Exception {
        Path jar = says("a.hello", "1.0.0", "hello", "one");
        container.deploy(jar);
        Bundle serving = container.bundles("a.hello").getFirst();

        assertThat(container.deploy(jar).result()).isEqualTo(Result.UNCHANGED);
        assertThat(container.bundles("a.hello")).containsExactly(serving);
    }

    @Test
    void aShippedBundleIsReplacedAndARollbackBringsItBack() throws Exception {
        Outcome outcome = container.deploy(says("shipped.greet", "2.0.0", "greet", "deployed"));
        assertThat(outcome.replaced()).startsWith("1.0.0 ");
        assertThat(ask("greet")).isEqualTo(word("deployed"));
        container.awaitTrue(
                "the shipped one to go",
                () -> container.bundles("shipped.greet").size() == 1);

        Outcome back = container.deployments().rollback("shipped.greet");

        assertThat(back.result()).isEqualTo(Result.ROLLED_BACK);
        assertThat(back.version()).isEqualTo("1.0.0");
        assertThat(back.replaced()).isEqualTo("2.0.0 " + outcome.sha256());
        assertThat(ask("greet")).isEqualTo(word("shipped"));
        assertThat(container.data().resolve("deployments/active/shipped.greet.jar"))
                .doesNotExist();
        assertThat(container.deployments().rollback("shipped.greet").result()).isEqualTo(Result.REFUSED);
    }

    @Test
    void theJarOfTheDistributionItselfIsUnchanged() throws Exception {
        assertThat(container
                        .deploy(folder.resolve("shipped.greet-1.0.0-shipped.jar"))
                        .result())
                .isEqualTo(Result.UNCHANGED);
    }

    @Test
    void rollbacksGoBackOneGenerationAtATime() throws Exception {
        for (String word : List.of("one", "two", "three")) {
            container.deploy(says("a.hello", "1.0.0", "hello", word));
        }
        assertThat(container.deployments().rollback("a.hello").result()).isEqualTo(Result.ROLLED_BACK);
        assertThat(ask("hello")).isEqualTo(word("two"));
        container.deployments().rollback("a.hello");
        assertThat(ask("hello")).isEqualTo(word("one"));

        Outcome last = container.deployments().rollback("a.hello");
        assertThat(last.result()).isEqualTo(Result.REFUSED);
        assertThat(last.reasons()).singleElement().asString().contains("nothing served before");
        assertThat(ask("hello")).isEqualTo(word("one"));
    }

    @Test
    void asManyEarlierGenerationsAreKeptAsConfigured() throws Exception {
        for (String word : List.of("1", "2", "3", "4", "5", "6")) {
            container.deploy(says("a.hello", "1.0.0", "hello", word));
        }
        BundleView view = container.deployments().bundles().stream()
                .filter(one -> one.bundle().equals("a.hello") && one.state().equals("active"))
                .reduce((_, newest) -> newest)
                .orElseThrow();

        assertThat(view.generations()).hasSize(4);
        assertThat(view.plugins()).contains("boundary hello");
        assertThat(container.data().resolve("deployments/store").toFile().list())
                .hasSize(4);
    }

    @Test
    void theOldGenerationGoesOnlyWhenItsLastRequestHasLeft() throws Exception {
        container.deploy(says("a.hello", "1.0.0", "hello", "one"));
        Bundle old = container.bundles("a.hello").getFirst();
        try (var request = container.registry.begin("hello")) {
            container.deploy(says("a.hello", "1.1.0", "hello", "two"));

            assertThat(ask("hello")).isEqualTo(word("two"));
            assertThat(old.getState()).isEqualTo(Bundle.ACTIVE);
            assertThat(request.answer()).isEqualTo(word("one"));
        }
        container.awaitTrue("the old one to be uninstalled", () -> old.getState() == Bundle.UNINSTALLED);
    }

    @Test
    void aRequestThatNeverEndsHoldsTheOldGenerationForTheDrainTimeOnly() throws Exception {
        var settings = container.settings();
        settings.deploy = settings.with(Duration.ofSeconds(5), Duration.ofMillis(50), List.of(), List.of());
        container.deploy(says("a.hello", "1.0.0", "hello", "one"));
        Bundle old = container.bundles("a.hello").getFirst();
        try (var _ = container.registry.begin("hello")) {
            container.deploy(says("a.hello", "1.1.0", "hello", "two"));
            container.awaitTrue("the old one to be uninstalled", () -> old.getState() == Bundle.UNINSTALLED);
        }
    }

    @Test
    void whileAGenerationDrainsItsOwnJarCanBeDeployedAgain() throws Exception {
        Path one = says("a.hello", "1.0.0", "hello", "one");
        container.deploy(one);
        Bundle old = container.bundles("a.hello").getFirst();
        try (var _ = container.registry.begin("hello")) {
            container.deploy(says("a.hello", "1.0.0", "hello", "two"));
            assertThat(container.deploy(one).result()).isEqualTo(Result.DEPLOYED);
            assertThat(ask("hello")).isEqualTo(word("one"));
            assertThat(old.getState()).isEqualTo(Bundle.ACTIVE);
        }
        container.awaitTrue(
                "the drained one to go", () -> container.bundles("a.hello").size() == 1);
        assertThat(ask("hello")).isEqualTo(word("one"));
    }

    @Test
    void aDryRunTriesEverythingAndLeavesNothing() throws Exception {
        Path jar = says("a.hello", "1.0.0", "hello", "one");

        assertThat(container.deploy(jar, true).result()).isEqualTo(Result.WOULD_DEPLOY);
        assertThat(container.bundles("a.hello")).isEmpty();
        assertThat(ask("hello")).isNull();
        assertThat(container.deployments().outcomes()).isEmpty();
        assertThat(container.data().resolve("deployments/store").toFile().list())
                .isEmpty();
        assertThat(container.data().resolve("deployments/staging").toFile().list())
                .isEmpty();
    }

    @Test
    void whatIsNoLongerTrustedDoesNotComeBack() throws Exception {
        container.deploy(says("a.hello", "1.0.0", "hello", "one"));
        Outcome second = container.deploy(says("a.hello", "2.0.0", "hello", "two"));
        var settings = container.settings();
        settings.deploy =
                settings.with(Duration.ofSeconds(5), Duration.ofSeconds(30), List.of(second.sha256()), List.of());

        Outcome refused = container.deployments().rollback("a.hello");

        assertThat(refused.result()).isEqualTo(Result.REFUSED);
        assertThat(refused.reasons()).singleElement().asString().contains("deploy.trust.sha256");
        assertThat(ask("hello")).isEqualTo(word("two"));
    }

    @Test
    void whereTheRecordsCannotBeWrittenTheOldGenerationGoesOn() throws Exception {
        container.deploy(says("a.hello", "1.0.0", "hello", "one"));
        Path inTheWay = container.data().resolve("deployments/generations.json.part");
        Files.createDirectory(inTheWay);

        Outcome refused = container.deploy(says("a.hello", "2.0.0", "hello", "two"));

        assertThat(refused.result()).isEqualTo(Result.REFUSED);
        assertThat(refused.reasons()).singleElement().asString().contains("the data folder cannot be written");
        assertThat(ask("hello")).isEqualTo(word("one"));
        container.awaitTrue(
                "the new one to go", () -> container.bundles("a.hello").size() == 1);

        Files.delete(inTheWay);
        assertThat(container.deploy(says("a.hello", "2.0.0", "hello", "two")).result())
                .isEqualTo(Result.DEPLOYED);
    }

    @Test
    void aBundleThatWaitsForItsHealthServesOnceItIsUp() throws Exception {
        var plugin = TestPlugin.saying("a.hello", "1.0.0", "hello", "one").source("Check", """
                import io.precinct.api.service.HealthCheck;
                import java.util.concurrent.atomic.AtomicInteger;
                import org.osgi.service.component.annotations.*;

                @Component
                public final class Check implements HealthCheck {
                    private final AtomicInteger asked = new AtomicInteger();
                    public String subject() { return "warm"; }
                    public Verdict check() {
                        return asked.incrementAndGet() < 4 ? Verdict.waiting("warming up") : Verdict.up("warm");
                    }
                }
                """);
        assertThat(container.deploy(jar(plugin, "warm")).result()).isEqualTo(Result.DEPLOYED);
        assertThat(ask("hello")).isEqualTo(word("one"));
    }

    @Test
    void bundlesThatOnlyServeOtherBundlesAreDeployedToo() throws Exception {
        var plugin = new TestPlugin("a.clock", "1.0.0").source("Clock", """
                import java.util.function.LongSupplier;
                import org.osgi.service.component.annotations.*;

                @Component
                public final class Clock implements LongSupplier {
                    public long getAsLong() { return 42; }
                }
                """);
        assertThat(container.deploy(jar(plugin, "clock")).result()).isEqualTo(Result.DEPLOYED);
        assertThat(container.context().getServiceReference("java.util.function.LongSupplier"))
                .isNotNull();
    }

    @Test
    void anArchetypeThatNeedsARestartIsReplacedOnlyWhileItIsNotBooted() throws Exception {
        assertThat(container.deploy(restarting("one")).result()).isEqualTo(Result.DEPLOYED);
        container.settings().slots = List.of(new ArchetypeSlot("main", "heavy", Map.of(), new Location("x", 1, 1)));

        Outcome refused = container.deploy(restarting("two"));
        assertThat(refused.result()).isEqualTo(Result.REFUSED);
        assertThat(refused.reasons()).singleElement().asString().contains("heavy", "slot main", "Handover.RESTART");

        container.settings().slots = List.of();
        assertThat(container.deploy(restarting("two")).result()).isEqualTo(Result.DEPLOYED);
    }

    private Path restarting(String word) {
        return jar(TestPlugin.saying("a.heavy", "1.0.0", "heavy." + word, word).source("Heavy", """
                        import io.precinct.api.envelope.Envelope;
                        import io.precinct.api.service.*;
                        import org.osgi.service.component.annotations.*;

                        @Component
                        @ArchetypeName("heavy")
                        public final class Heavy implements Archetype {
                            public AutoCloseable boot(Envelope envelope) { return () -> {}; }
                            public Handover handover() { return Handover.RESTART; }
                        }
                        """), "heavy-" + word);
    }

    @Test
    void everyBundleOfTheContainerIsListedWithItsHash() throws Exception {
        container.deploy(says("a.hello", "1.0.0", "hello", "one"));

        List<BundleView> views = container.deployments().bundles();

        assertThat(views).extracting(BundleView::bundle).contains("io.precinct.deploy", "org.apache.felix.scr");
        assertThat(views)
                .filteredOn(view -> view.bundle().equals("shipped.greet"))
                .singleElement()
                .satisfies(view -> {
                    assertThat(view.origin()).isEqualTo("feature");
                    assertThat(view.sha256()).matches("[0-9a-f]{64}");
                    assertThat(view.state()).isEqualTo("active");
                });
        assertThat(views)
                .filteredOn(view -> view.bundle().equals("a.hello"))
                .singleElement()
                .satisfies(view -> {
                    assertThat(view.origin()).isEqualTo("deployed");
                    assertThat(view.generations()).hasSize(1);
                });
    }
}
