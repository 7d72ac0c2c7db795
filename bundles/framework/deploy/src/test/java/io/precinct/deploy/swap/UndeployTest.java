package io.precinct.deploy.swap;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.core.api.deploy.Deployments.BundleView;
import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.deploy.Deployments.Result;
import io.precinct.deploy.TestContainer;
import io.precinct.deploy.TestPlugin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;

/** Bundles taken out of service by operators: deployed ones are removed, shipped ones are disabled. */
class UndeployTest {
    @TempDir
    Path folder;

    private TestContainer container;
    private Path shipped;
    private int jars;

    @BeforeEach
    void start() throws Exception {
        shipped = says("shipped.greet", "1.0.0", "greet", "shipped");
        container = new TestContainer(folder.resolve("data"), shipped);
    }

    @AfterEach
    void stop() throws Exception {
        container.close();
    }

    private void restart() throws Exception {
        container.close();
        container = new TestContainer(folder.resolve("data"), shipped);
        container.awaitTrue(
                "what was deployed",
                () -> container.deployments().bundles().stream()
                        .allMatch(view -> view.state().equals("active")));
    }

    private Path says(String bundle, String version, String boundary, String word) {
        return TestPlugin.saying(bundle, version, boundary, word).jar(folder.resolve("jar-" + ++jars + ".jar"));
    }

    private void deploy(Path jar) throws Exception {
        Outcome outcome = container.deploy(jar);
        assertThat(outcome.result()).as("%s", outcome.reasons()).isEqualTo(Result.DEPLOYED);
    }

    @Test
    void aGenerationThatWentMeanwhileHasNoServicesLeftAndRefusesNothing() throws Exception {
        deploy(says("a.greet", "1.0.0", "own", "first"));
        Bundle gone = container.bundles("a.greet").getFirst();
        assertThat(ServingBundles.services(gone)).isNotEmpty();
        deploy(says("a.greet", "1.0.1", "own", "second"));
        container.awaitTrue("the first to be uninstalled", () -> gone.getState() == Bundle.UNINSTALLED);
        assertThat(ServingBundles.services(gone)).isEmpty();
    }

    private Object ask(String boundary) {
        return container.registry.ask(boundary);
    }

    private static Object word(String word) {
        return Map.of("says", word);
    }

    private List<BundleView> views(String bundle) {
        return container.deployments().bundles().stream()
                .filter(view -> view.bundle().equals(bundle))
                .toList();
    }

    @Test
    void whatIsUndeployedFinishesItsRequestsStaysAwayAndComesBackByARollback() throws Exception {
        deploy(says("a.hello", "1.0.0", "hello", "one"));
        deploy(says("a.hello", "2.0.0", "hello", "two"));
        Bundle present = container.bundles("a.hello").stream()
                .filter(bundle -> bundle.getVersion().getMajor() == 2)
                .findFirst()
                .orElseThrow();
        Outcome outcome;
        try (var request = container.registry.begin("hello")) {
            outcome = container.deployments().undeploy("a.hello");

            assertThat(ask("hello")).as("new requests").isNull();
            assertThat(present.getState()).as("under the request that is on it").isEqualTo(Bundle.ACTIVE);
            assertThat(request.answer()).isEqualTo(word("two"));
        }
        assertThat(outcome.result()).isEqualTo(Result.REMOVED);
        assertThat(outcome.version()).isEqualTo("2.0.0");
        container.awaitTrue("it to go", () -> container.bundles("a.hello").isEmpty());
        restart();
        assertThat(ask("hello")).isNull();
        assertThat(views("a.hello")).isEmpty();

        assertThat(container.deployments().rollback("a.hello").version()).isEqualTo("2.0.0");
        assertThat(ask("hello")).isEqualTo(word("two"));
        assertThat(container.deployments().rollback("a.hello").version()).isEqualTo("1.0.0");
        assertThat(ask("hello")).isEqualTo(word("one"));
    }

    @Test
    void underADeployedGenerationTheShippedOneServesAgain() throws Exception {
        deploy(says("shipped.greet", "2.0.0", "greet", "deployed"));

        Outcome outcome = container.deployments().undeploy("shipped.greet");

        assertThat(outcome.result()).isEqualTo(Result.REMOVED);
        assertThat(outcome.notes()).contains("shipped.greet 1.0.0, as it was shipped, serves again");
        assertThat(ask("greet")).isEqualTo(word("shipped"));
        restart();
        assertThat(ask("greet")).isEqualTo(word("shipped"));
        assertThat(container.deployments().rollback("shipped.greet").version()).isEqualTo("2.0.0");
        assertThat(ask("greet")).isEqualTo(word("deployed"));
    }

    @Test
    void aFileThatStaysInTheWatchedFolderIsDeployedAgainOnlyOnceItIsWrittenAnew() throws Exception {
        Path file = container.folder().resolve("hello.jar");
        Files.move(says("a.hello", "1.0.0", "hello", "one"), file, StandardCopyOption.ATOMIC_MOVE);
        container.awaitTrue("hello", () -> word("one").equals(ask("hello")));
        container.awaitTrue(
                "its records", () -> views("a.hello").getFirst().source().equals("folder"));
        assertThat(views("a.hello").getFirst().file()).isEqualTo(file.toString());

        Outcome outcome = container.deployments().undeploy("a.hello");

        assertThat(outcome.notes())
                .contains(file + " still lies in the watched folder; it is deployed again once it is written anew");
        restart();
        // The folder was scanned: a file that came later has been handled.
        Files.move(
                says("a.other", "1.0.0", "other", "later"),
                container.folder().resolve("other.jar"),
                StandardCopyOption.ATOMIC_MOVE);
        container.awaitTrue("the other", () -> word("later").equals(ask("other")));
        assertThat(ask("hello")).isNull();

        Files.move(says("a.hello", "1.0.1", "hello", "anew"), file, StandardCopyOption.ATOMIC_MOVE);
        container.awaitTrue("hello", () -> word("anew").equals(ask("hello")));
    }

    /** A fallback goes to a generation that nobody took out, before and after a restart. */
    @Test
    void whatWasUndeployedStaysAwayWhenAFileThatCameLaterGoes() throws Exception {
        deploy(says("a.hello", "1.0.0", "hello", "one"));
        container.deployments().undeploy("a.hello");
        Path file = container.folder().resolve("hello.jar");
        for (int round = 2; round < 4; round++) {
            Files.move(says("a.hello", round + ".0.0", "hello", "two"), file, StandardCopyOption.ATOMIC_MOVE);
            container.awaitTrue("hello", () -> word("two").equals(ask("hello")));
            container.awaitTrue(
                    "its records", () -> views("a.hello").getFirst().source().equals("folder"));
            restart();
            container.awaitTrue("hello again", () -> word("two").equals(ask("hello")));

            Files.delete(file);

            container.awaitTrue("it to go", () -> container.bundles("a.hello").isEmpty());
            assertThat(ask("hello")).isNull();
            container.awaitTrue(
                    "its outcome",
                    () -> container.deployments().outcomes().getFirst().result() == Result.REMOVED);
        }
        assertThat(container.deployments().rollback("a.hello").version()).isEqualTo("3.0.0");
        assertThat(container.deployments().rollback("a.hello").version()).isEqualTo("2.0.0");
        assertThat(container.deployments().rollback("a.hello").version()).isEqualTo("1.0.0");
        assertThat(ask("hello")).isEqualTo(word("one"));
    }

    @Test
    void whatCannotBeRecordedIsNotTakenOut() throws Exception {
        deploy(says("a.hello", "1.0.0", "hello", "one"));
        for (String record : List.of("generations.json.part", "outcomes.jsonl")) {
            Path inTheWay = container.data().resolve("deployments").resolve(record);
            Files.deleteIfExists(inTheWay);
            Files.createDirectory(inTheWay);

            for (Outcome refused : List.of(
                    container.deployments().undeploy("a.hello"),
                    container.deployments().disable("shipped.greet"),
                    container.deploy(says("a.hello", "2.0.0", "hello", "two")))) {
                assertThat(refused.result()).as(record).isEqualTo(Result.REFUSED);
                assertThat(refused.reasons()).singleElement().asString().contains("the data folder cannot be written");
            }
            assertThat(ask("hello")).isEqualTo(word("one"));
            assertThat(ask("greet")).isEqualTo(word("shipped"));
            Files.delete(inTheWay);
        }
        assertThat(container.deployments().undeploy("a.hello").result()).isEqualTo(Result.REMOVED);
        restart();
        assertThat(ask("hello")).isNull();
    }

    @Test
    void whatIsNotDeployedIsRefusedWithWhatIs() throws Exception {
        deploy(says("a.hello", "1.0.0", "hello", "one"));

        assertThat(container.deployments().undeploy("a.helo").reasons())
                .containsExactly("no bundle a.helo is deployed; deployed are a.hello");
        assertThat(container.deployments().undeploy("shipped.greet").reasons())
                .singleElement()
                .asString()
                .contains("precinct disable shipped.greet");
        assertThat(container.deployments().disable("a.hello").reasons())
                .singleElement()
                .asString()
                .contains("precinct undeploy a.hello");
    }

    @Test
    void aShippedBundleIsDisabledUnderItsRequestsAndEnabledAgain() throws Exception {
        Bundle bundle = container.bundles("shipped.greet").getFirst();
        try (var request = container.registry.begin("greet")) {
            assertThat(container.deployments().disable("shipped.greet").result())
                    .isEqualTo(Result.DISABLED);

            assertThat(ask("greet")).isNull();
            assertThat(request.answer()).isEqualTo(word("shipped"));
        }
        container.awaitTrue("it to stop", () -> bundle.getState() == Bundle.RESOLVED);
        assertThat(views("shipped.greet").getFirst().disabled()).isTrue();
        assertThat(Files.readAllLines(container.data().resolve("deployments/disabled")))
                .contains("shipped.greet");
        assertThat(container.deployments().disable("shipped.greet").result()).isEqualTo(Result.UNCHANGED);

        assertThat(container.deployments().enable("shipped.greet").result()).isEqualTo(Result.ENABLED);

        assertThat(bundle.getState()).isEqualTo(Bundle.ACTIVE);
        assertThat(ask("greet")).isEqualTo(word("shipped"));
        assertThat(views("shipped.greet").getFirst().disabled()).isFalse();
        assertThat(Files.readAllLines(container.data().resolve("deployments/disabled")))
                .doesNotContain("shipped.greet");
    }

    @Test
    void whatIsEnabledWhileItsLastRequestsEndWaitsForThemAndServes() throws Exception {
        Bundle bundle = container.bundles("shipped.greet").getFirst();
        var request = container.registry.begin("greet");
        container.deployments().disable("shipped.greet");
        var enabled = new java.util.concurrent.CompletableFuture<Outcome>();
        Thread enabling = Thread.ofPlatform()
                .start(() -> enabled.complete(container.deployments().enable("shipped.greet")));
        container.awaitTrue("it to wait", () -> enabling.getState() == Thread.State.TIMED_WAITING || enabled.isDone());
        assertThat(enabled.isDone()).isFalse();

        request.close();

        assertThat(enabled.get().result()).isEqualTo(Result.ENABLED);
        assertThat(bundle.getState()).isEqualTo(Bundle.ACTIVE);
        assertThat(ask("greet")).isEqualTo(word("shipped"));
    }

    @Test
    void whatDoesNotEndIsNotEnabledAndKeepsNothingElseWaiting() throws Exception {
        Path hangs = Files.writeString(folder.resolve("hangs"), "");
        Path stubborn = TestPlugin.saying("shipped.stubborn", "1.0.0", "stubborn", "stays")
                .source("Stubborn", """
                        import java.nio.file.*;
                        import org.osgi.service.component.annotations.*;

                        @Component(immediate = true)
                        public final class Stubborn {
                            @Deactivate
                            void stop() {
                                while (Files.exists(Path.of("%s"))) { Thread.onSpinWait(); }
                            }
                        }
                        """.formatted(hangs))
                .jar(folder.resolve("stubborn.jar"));
        container.close();
        container = new TestContainer(folder.resolve("stubborn"), shipped, stubborn);
        container.deployments();
        var settings = container.settings();
        try {
            container.deployments().disable("shipped.stubborn");
            var ample = settings.deploy;
            settings.deploy = settings.with(Duration.ofMillis(100), Duration.ofSeconds(30), List.of(), List.of());
            Outcome enabled = container.deployments().enable("shipped.stubborn");
            assertThat(enabled.result()).isEqualTo(Result.REFUSED);
            assertThat(enabled.reasons()).singleElement().asString().contains("is still ending");
            settings.deploy = ample;
            deploy(says("a.hello", "1.0.0", "hello", "one"));
        } finally {
            Files.delete(hangs);
        }
        assertThat(container.deployments().enable("shipped.stubborn").result()).isEqualTo(Result.ENABLED);
        assertThat(ask("stubborn")).isEqualTo(word("stays"));
    }

    @Test
    void aDeployedGenerationServesBeforeTheShippedOneDisabledOrNot() throws Exception {
        deploy(says("shipped.greet", "2.0.0", "greet", "deployed"));

        Outcome disabled = container.deployments().disable("shipped.greet");
        assertThat(disabled.result()).isEqualTo(Result.DISABLED);
        assertThat(disabled.notes()).singleElement().asString().startsWith("2.0.0 is deployed under its name");
        assertThat(ask("greet")).isEqualTo(word("deployed"));
        assertThat(container.deployments().rollback("shipped.greet").reasons())
                .singleElement()
                .asString()
                .contains("the shipped one is disabled");

        assertThat(container.deployments().undeploy("shipped.greet").notes())
                .singleElement()
                .asString()
                .contains("precinct enable shipped.greet");
        assertThat(ask("greet")).isNull();

        assertThat(container.deployments().enable("shipped.greet").result()).isEqualTo(Result.ENABLED);
        assertThat(ask("greet")).isEqualTo(word("shipped"));
    }

    @Test
    void ofADisabledBundleAGenerationIsDeployedAndTheShippedOneStaysAway() throws Exception {
        container.deployments().disable("shipped.greet");
        container.awaitTrue(
                "it to stop",
                () -> container.bundles("shipped.greet").getFirst().getState() == Bundle.RESOLVED);

        deploy(says("shipped.greet", "2.0.0", "greet", "deployed"));
        assertThat(ask("greet")).isEqualTo(word("deployed"));
        assertThat(views("shipped.greet")).hasSize(2).allMatch(BundleView::disabled);

        container.deployments().enable("shipped.greet");
        assertThat(ask("greet")).isEqualTo(word("deployed"));
        container.deployments().undeploy("shipped.greet");
        assertThat(ask("greet")).as("it was enabled meanwhile").isEqualTo(word("shipped"));
    }

    @Test
    void whatTheServiceNeedsIsNotDisabled() {
        assertThat(container.deployments().disable("io.precinct.deploy").reasons())
                .containsExactly(
                        "io.precinct.deploy is a part of the framework, without which the service does not run");
        assertThat(container.deployments().disable("org.apache.felix.scr").reasons())
                .singleElement()
                .asString()
                .contains("a part of the framework");
        assertThat(container.deployments().disable("no.such").reasons())
                .singleElement()
                .asString()
                .contains("no bundle no.such is shipped");
        assertThat(ask("greet")).isEqualTo(word("shipped"));
    }
}
