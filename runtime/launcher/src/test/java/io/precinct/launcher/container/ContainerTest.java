package io.precinct.launcher.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.launcher.BundleJar;
import io.precinct.launcher.Failure;
import io.precinct.launcher.testbundle.Announcer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.SynchronousBundleListener;

class ContainerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    private Container container;

    private Container container() throws Failure {
        container = Container.create(
                new Settings(Settings.Mode.RUN, "1"),
                new Features(List.of("test"), List.of(), List.of("org.slf4j;version=\"2.0.20\"")),
                folder.resolve("cache"));
        return container;
    }

    @AfterEach
    void stop() throws InterruptedException {
        if (container != null) {
            container.stop();
        }
    }

    private Path write(BundleJar bundle, String file) throws IOException {
        Files.createDirectories(folder.resolve("bundles"));
        return bundle.writeTo(folder.resolve("bundles").resolve(file));
    }

    private void start(Path... jars) throws Failure {
        container.start(List.of(jars), () -> false);
    }

    @Test
    void aBundleThatIsDisabledIsInstalledAndNotStarted() throws Exception {
        container();

        container.start(
                List.of(
                        write(BundleJar.named("some.bundle"), "a.jar"),
                        write(BundleJar.named("other.bundle"), "b.jar")),
                java.util.Set.of("some.bundle"),
                () -> false);

        assertThat(container.context().getBundles())
                .filteredOn(bundle -> bundle.getState() != Bundle.ACTIVE)
                .extracting(Bundle::getSymbolicName)
                .containsExactly("some.bundle");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"plain.jar", "with space.jar", "with+plus.jar", "with%20percent.jar", "with#hash.jar", "wïth.jar"
            })
    void aBundleStartsFromWhereItIsWhateverItsPathHolds(String name) throws Exception {
        container();

        start(write(BundleJar.named("some.bundle"), name));

        assertThat(container.context().getBundles())
                .extracting(Bundle::getState)
                .containsOnly(Bundle.ACTIVE);
        assertThat(folder.resolve("cache").toFile())
                .as("bundles are used in place")
                .isDirectoryNotContaining("regex:.*\\.jar");
    }

    @Test
    void everyBundleThatDoesNotStartIsNamedWithItsReasonInWords() throws Exception {
        container();
        Path broken = write(
                BundleJar.named("broken").header("Import-Package", "org.missing;version=\"[1.2,2)\""), "broken.jar");
        Path dependent = write(BundleJar.named("dependent").header("Import-Package", "broken.api"), "dependent.jar");
        Path exporting = write(
                BundleJar.named("exporting")
                        .header("Export-Package", "broken.api")
                        .header("Require-Bundle", "nobody;bundle-version=3.0"),
                "exporting.jar");
        Path failing = write(BundleJar.named("failing").header("Bundle-Activator", "no.such.Activator"), "failing.jar");
        Path good = write(BundleJar.named("good"), "good.jar");

        assertThatThrownBy(() -> start(broken, dependent, exporting, failing, good))
                .isInstanceOf(Failure.class)
                .hasMessageContainingAll(
                        "4 of 5 bundles do not start:",
                        "broken 1.0.0: it imports the package org.missing in version 1.2.0 or newer, before 2.0.0, which no bundle",
                        "dependent 1.0.0: it needs the bundle exporting, which does not resolve itself (broken.api)",
                        "exporting 1.0.0: it requires the bundle nobody in version 3.0.0 or newer, which is not installed",
                        "failing 1.0.0: ClassNotFoundException: no.such.Activator");
    }

    @Test
    void aFileThatIsNoBundleIsNamed() throws Exception {
        container();
        Path file = Files.writeString(folder.resolve("broken.jar"), "not a zip file");

        assertThatThrownBy(() -> start(file))
                .isInstanceOf(Failure.class)
                .hasMessageContainingAll("1 of 1 bundles cannot be installed:", file.toString());
    }

    @Test
    void twoBundlesOfOneNameAndVersionStandSideBySide() throws Exception {
        container();

        start(write(BundleJar.named("twin"), "one.jar"), write(BundleJar.named("twin"), "two.jar"));

        assertThat(container.context().getBundles()).hasSize(3);
    }

    @Test
    void startingEndsWhereItIsCancelled() throws Exception {
        container();
        Path jar = write(BundleJar.named("late"), "late.jar");

        container.start(List.of(jar), () -> true);

        assertThat(container.context().getBundles()[1].getState()).isNotEqualTo(Bundle.ACTIVE);
    }

    @Test
    void aComponentThatWaitsIsNamedWithWhatItWaitsFor() throws Exception {
        container();
        BundleJar waiting = BundleJar.named("waiting")
                .header("Service-Component", "OSGI-INF/a.xml, OSGI-INF/b.xml")
                .text("OSGI-INF/a.xml", component("a", "interface=\"org.example.Missing\" target=\"(name=x)\""))
                .text("OSGI-INF/b.xml", component("b", "interface=\"org.example.Optional\" cardinality=\"0..1\""));

        start(write(waiting, "waiting.jar"));

        assertThat(container.diagnosis())
                .contains(
                        "no bundle has registered a configuration source",
                        "no bundle has opened a listener",
                        "component a of waiting 1.0.0 waits for service org.example.Missing with (name=x)")
                .noneMatch(line -> line.contains("component b"));
    }

    private static String component(String name, String reference) {
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <scr:component xmlns:scr="http://www.osgi.org/xmlns/scr/v1.4.0" name="%s">
              <implementation class="org.example.Any"/>
              <reference name="it" %s/>
            </scr:component>
            """.formatted(name, reference);
    }

    @Test
    void readinessFollowsThePropertiesOfTheTwoServices() throws Exception {
        container();
        Readiness readiness = container.readiness();
        start(write(BundleJar.named("announcer").activator(Announcer.class), "announcer.jar"));
        assertThat(readiness.awaitServing(Duration.ZERO)).isEmpty();

        announce("config", "loading");
        announce("url", "http://127.0.0.1:1");
        assertThat(readiness.awaitServing(Duration.ZERO)).isEmpty();
        announce("config", "loaded");
        assertThat(readiness.awaitServing(PATIENCE).orElseThrow()).isInstanceOf(Readiness.Outcome.Serving.class);
        announce("config", "failed");
        assertThat(readiness.awaitServing(PATIENCE).orElseThrow())
                .isEqualTo(new Readiness.Outcome.BadConfiguration(List.of("service.yml:1: bad")));
    }

    @Test
    void aConfigurationHasNotFailedAsLongAsSomethingIsBroughtBackThatItMayNeed() throws Exception {
        container();
        Readiness readiness = container.readiness();
        start(write(BundleJar.named("announcer").activator(Announcer.class), "announcer.jar"));
        announce("precinct.restoring", "two deployed bundles");
        announce("config", "failed");

        assertThat(readiness.awaitServing(Duration.ZERO)).isEmpty();
        assertThat(readiness.awaitConfiguration(Duration.ZERO)).isEmpty();
        assertThat(container.diagnosis()).contains("two deployed bundles");
        announce("precinct.pending", "nothing that a configuration needs");
        assertThat(readiness.awaitConfiguration(PATIENCE).orElseThrow())
                .isInstanceOf(Readiness.Outcome.BadConfiguration.class);
    }

    @Test
    void whatIsPendingHoldsTheReadyLineBackAndWhatIsHopelessEndsTheStart() throws Exception {
        container();
        Readiness readiness = container.readiness();
        start(write(BundleJar.named("announcer").activator(Announcer.class), "announcer.jar"));
        announce("config", "loaded");
        announce("precinct.pending", "the database is migrated");
        announce("url", "http://127.0.0.1:1");

        assertThat(readiness.awaitServing(Duration.ZERO)).isEmpty();
        assertThat(container.diagnosis()).contains("the database is migrated");
        announce("precinct.config.state", "loading");
        assertThat(readiness.awaitServing(Duration.ZERO)).isEmpty();
        announce("precinct.config.state", "loaded");
        assertThat(readiness.awaitServing(PATIENCE).orElseThrow()).isInstanceOf(Readiness.Outcome.Serving.class);
        announce("precinct.config.state", "failed");
        assertThat(readiness.awaitServing(PATIENCE).orElseThrow())
                .isInstanceOf(Readiness.Outcome.BadConfiguration.class);
        announce("precinct.hopeless", "no way");
        assertThat(readiness.awaitServing(PATIENCE).orElseThrow()).isEqualTo(new Readiness.Outcome.Hopeless("no way"));
    }

    @Test
    void aListenerThatMovesIsFollowedUntilWaitingEnds() throws Exception {
        container();
        start(write(BundleJar.named("announcer").activator(Announcer.class), "announcer.jar"));
        announce("url", "http://127.0.0.1:1");
        URI first = URI.create("http://127.0.0.1:1");
        CompletableFuture<Optional<URI>> moved = CompletableFuture.supplyAsync(() -> awaitMove(first));

        announce("url", "http://127.0.0.1:2");
        assertThat(moved.get(30, TimeUnit.SECONDS)).contains(URI.create("http://127.0.0.1:2"));

        container.readiness().abandon();
        assertThat(awaitMove(URI.create("http://127.0.0.1:2"))).isEmpty();
    }

    private Optional<URI> awaitMove(URI from) {
        try {
            return container.readiness().awaitMove(from);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Configures {@link Announcer} by a system property, the only state that it shares with the test. */
    private void announce(String what, String value) {
        System.setProperty("test.announcement", what + "=" + value);
        for (Bundle bundle : container.context().getBundles()) {
            if (bundle.getSymbolicName().equals("announcer")) {
                container.context().getService(bundle.getRegisteredServices()[0]);
                container.context().ungetService(bundle.getRegisteredServices()[0]);
            }
        }
    }

    @Test
    void waitingEndsWhenNobodyWantsToWaitAnyMore() throws Exception {
        Readiness readiness = container().readiness();

        readiness.abandon();

        assertThat(readiness.awaitServing(PATIENCE).orElseThrow()).isInstanceOf(Readiness.Outcome.Abandoned.class);
    }

    @Test
    void announcingTheStopTellsTheBundlesAndForHowLongTheListenersTakeRequests() throws Exception {
        container();
        assertThat(container.announceStop()).isZero();
        assertThat(container.context().getServiceReferences((String) null, "(" + Settings.DRAINING + "=*)"))
                .hasSize(1);
        container
                .context()
                .registerService(
                        Object.class.getName(),
                        new Object(),
                        FrameworkUtil.asDictionary(Map.of(Settings.URL, "http://127.0.0.1:1", Settings.DRAIN, 9L)));
        assertThat(container.announceStop()).isEqualTo(Duration.ofSeconds(9));
    }

    @Test
    void aContainerThatStopsAlreadyTakesNoMoreRequests() throws Exception {
        container();
        container.stop();
        assertThat(container.announceStop()).isZero();
    }

    @Test
    void stoppingStopsTheListenerWhileTheOthersAreStillThere() throws Exception {
        container();
        start(
                write(BundleJar.named("announcer").activator(Announcer.class), "announcer.jar"),
                write(BundleJar.named("other"), "other.jar"));
        announce("url", "http://127.0.0.1:1");
        StringBuilder order = new StringBuilder();
        container.context().addBundleListener((SynchronousBundleListener) event -> {
            if (event.getType() == BundleEvent.STOPPED) {
                order.append(event.getBundle().getSymbolicName()).append(' ');
            }
        });

        container.stop();

        assertThat(order.toString()).startsWith("announcer other");
    }
}
