package io.precinct.deploy.folder;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.core.api.config.DeploySettings;
import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.deploy.Deployments.Result;
import io.precinct.deploy.TestContainer;
import io.precinct.deploy.TestPlugin;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BoundaryFolderTest {
    @TempDir
    Path folder;

    private TestContainer container;

    @BeforeEach
    void start() throws Exception {
        container = new TestContainer(folder.resolve("data"), jar("shipped.greet", "1.0.0", "greet", "shipped"));
        container.awaitTrue("the watched folder to be made", () -> Files.isDirectory(container.folder()));
    }

    @AfterEach
    void stop() throws Exception {
        container.close();
    }

    private Path jar(String bundle, String version, String boundary, String word) {
        return TestPlugin.saying(bundle, version, boundary, word).jar(folder.resolve(bundle + "-" + word + ".jar"));
    }

    private Path drop(Path jar, String as) throws IOException {
        return Files.copy(jar, container.folder().resolve(as), StandardCopyOption.REPLACE_EXISTING);
    }

    private void watch(Path another) {
        DeploySettings now = container.settings().deploy;
        container.settings().deploy =
                new DeploySettings(another, List.of(), List.of(), now.activation(), now.drain(), 3, now.maxJarBytes());
    }

    private void awaitWord(String boundary, String word) {
        container.awaitTrue(
                boundary + " to say " + word, () -> Map.of("says", word).equals(container.registry.ask(boundary)));
    }

    private List<Outcome> outcomes() {
        return container.deployments().outcomes();
    }

    /** The outcomes, the newest first; one is recorded a moment after its bundle serves. */
    private void awaitOutcomes(Result... results) {
        container.awaitTrue("as many outcomes", () -> outcomes().size() >= results.length);
        assertThat(outcomes()).extracting(Outcome::result).containsExactly(results);
    }

    private Outcome awaitOutcome(Result result) {
        return container.await(
                "an outcome " + result,
                () -> outcomes().stream()
                        .filter(outcome -> outcome.result() == result)
                        .findFirst()
                        .orElse(null));
    }

    @Test
    void aJarThatIsDroppedServesAndOneThatTakesItsPlaceServesInstead() throws Exception {
        drop(jar("a.hello", "1.0.0", "hello", "one"), "hello.jar");
        awaitWord("hello", "one");
        drop(jar("a.hello", "1.0.0", "hello", "two"), "hello.jar");
        awaitWord("hello", "two");

        awaitOutcomes(Result.DEPLOYED, Result.DEPLOYED);
        assertThat(outcomes()).extracting(Outcome::file).containsOnly("hello.jar");
    }

    @Test
    void aJarThatIsMovedIntoPlaceServes() throws Exception {
        Path part = drop(jar("a.hello", "1.0.0", "hello", "one"), "hello.jar.part");
        Files.move(part, container.folder().resolve("hello.jar"));

        awaitWord("hello", "one");
    }

    @Test
    void aJarThatIsWrittenSlowlyIsInstalledOnceAndWhole() throws Exception {
        for (int i = 1; ; i++) {
            Path jar = jar("a.hello" + i, "1.0.0", "hello" + i, "one");
            String file = "hello" + i + ".jar";
            Duration longest = writeSlowly(jar, container.folder().resolve(file), "a.hello" + i);
            awaitWord("hello" + i, "one");
            container.awaitTrue("its outcome", () -> results(file).contains(Result.DEPLOYED));
            // A writer that was itself delayed for that long counts as stalled and is refused; such a run proves
            // nothing.
            if (longest.compareTo(BoundaryFolder.STALLED) < 0) {
                assertThat(results(file)).containsExactly(Result.DEPLOYED);
                return;
            }
            assertThat(i).as("times that the writer was held up").isLessThan(5);
        }
    }

    /** Writes in pieces; returns the longest time from one of them to the next. */
    private Duration writeSlowly(Path jar, Path target, String bundle) throws IOException {
        byte[] bytes = Files.readAllBytes(jar);
        long longest = 0;
        long before = System.nanoTime();
        try (OutputStream out = Files.newOutputStream(target)) {
            for (int at = 0; at < bytes.length; at += bytes.length / 8 + 1) {
                assertThat(container.bundles(bundle))
                        .as("installed after %s bytes", at)
                        .isEmpty();
                out.write(bytes, at, Math.min(bytes.length / 8 + 1, bytes.length - at));
                out.flush();
                longest = Math.max(longest, System.nanoTime() - before);
                before = System.nanoTime();
                // The pace of the writer: this tests time itself.
                LockSupport.parkNanos(BoundaryFolder.SETTLE.multipliedBy(2).toNanos());
            }
        }
        return Duration.ofNanos(longest);
    }

    private List<Result> results(String file) {
        return outcomes().stream()
                .filter(outcome -> file.equals(outcome.file()))
                .map(Outcome::result)
                .toList();
    }

    @Test
    void aJarThatStaysHalfWrittenIsRefusedOnceAndServesWhenItIsCompleted() throws Exception {
        byte[] bytes = Files.readAllBytes(jar("a.hello", "1.0.0", "hello", "one"));
        Path target = container.folder().resolve("hello.jar");
        Files.write(target, Arrays.copyOf(bytes, bytes.length - 40));

        Outcome refused = awaitOutcome(Result.REFUSED);
        assertThat(refused.reasons()).singleElement().asString().contains("was it copied to its end?");
        assertThat(container.bundles("a.hello")).isEmpty();

        Files.write(target, Arrays.copyOfRange(bytes, bytes.length - 40, bytes.length), StandardOpenOption.APPEND);
        awaitWord("hello", "one");
        awaitOutcomes(Result.DEPLOYED, Result.REFUSED);
    }

    @Test
    void whatIsNoBundleIsRefusedOnceForItsContentHoweverOftenItIsDropped() throws Exception {
        Path text = Files.writeString(folder.resolve("text"), "not a jar at all");
        Path exporting = new TestPlugin("a.api", "1.0.0")
                .source("Api", "public final class Api {}")
                .header("-exportcontents", "plugin")
                .jar(folder.resolve("api"));
        drop(text, "text.jar");
        drop(exporting, "api.jar");
        container.awaitTrue("both to be refused", () -> outcomes().size() == 2);

        drop(exporting, "again.jar");
        drop(text, "text2.jar");
        drop(exporting, "api.jar");
        drop(jar("a.hello", "1.0.0", "hello", "one"), "zz-after-all-of-them.jar");
        awaitWord("hello", "one");

        awaitOutcomes(Result.DEPLOYED, Result.REFUSED, Result.REFUSED);
        assertThat(outcomes())
                .flatExtracting(Outcome::reasons)
                .anyMatch(reason -> reason.contains("it exports plugin"));
    }

    @Test
    void otherFilesAreNotLookedAt() throws Exception {
        Path good = jar("a.hello", "1.0.0", "hello", "one");
        drop(good, ".hidden.jar");
        drop(good, "hello.zip");
        Files.createDirectory(container.folder().resolve("folder.jar"));
        drop(jar("a.bye", "1.0.0", "bye", "bye"), "bye.jar");
        awaitWord("bye", "bye");

        awaitOutcomes(Result.DEPLOYED);
    }

    @Test
    void whatADeletedJarDeployedIsTakenOutOfService() throws Exception {
        Path dropped = drop(jar("a.hello", "1.0.0", "hello", "one"), "hello.jar");
        awaitWord("hello", "one");
        Files.delete(dropped);

        Outcome removed = awaitOutcome(Result.REMOVED);
        assertThat(removed.bundle()).isEqualTo("a.hello");
        assertThat(container.registry.ask("hello")).isNull();
        container.awaitTrue(
                "its bundle to go", () -> container.bundles("a.hello").isEmpty());
        assertThat(container.data().resolve("deployments/active").toFile().list())
                .isEmpty();

        assertThat(container.deployments().rollback("a.hello").result()).isEqualTo(Result.ROLLED_BACK);
        assertThat(container.registry.ask("hello")).isEqualTo(Map.of("says", "one"));
    }

    @Test
    void theShippedBundleServesAgainWhenTheJarThatReplacedItIsDeleted() throws Exception {
        Path dropped = drop(jar("shipped.greet", "2.0.0", "greet", "deployed"), "greet.jar");
        awaitWord("greet", "deployed");
        Files.delete(dropped);

        awaitWord("greet", "shipped");
        awaitOutcomes(Result.ROLLED_BACK, Result.REMOVED, Result.DEPLOYED);
    }

    @Test
    void anEarlierJarThatIsStillInTheFolderServesAgainWhenALaterOneIsDeleted() throws Exception {
        drop(jar("a.hello", "1.0.0", "hello", "one"), "hello-1.jar");
        awaitWord("hello", "one");
        Path second = drop(jar("a.hello", "2.0.0", "hello", "two"), "hello-2.jar");
        awaitWord("hello", "two");
        Files.delete(second);

        awaitWord("hello", "one");
    }

    @Test
    void aJarThatIsOnlyRenamedServesOn() throws Exception {
        Path dropped = drop(jar("a.hello", "1.0.0", "hello", "one"), "hello.jar");
        awaitWord("hello", "one");
        Files.move(dropped, container.folder().resolve("renamed.jar"));
        awaitOutcome(Result.UNCHANGED);
        Path other = drop(jar("a.bye", "1.0.0", "bye", "bye"), "bye.jar");
        awaitWord("bye", "bye");
        Files.delete(other);
        awaitOutcome(Result.REMOVED);

        assertThat(container.registry.ask("hello")).isEqualTo(Map.of("says", "one"));
        assertThat(outcomes())
                .filteredOn(outcome -> outcome.result() == Result.REMOVED)
                .extracting(Outcome::bundle)
                .containsExactly("a.bye");
    }

    @Test
    void aJarThatIsOnlyRenamedServesOnEvenWhereTheWatchIsHeldUp() throws Exception {
        Path dropped = drop(jar("a.hello", "1.0.0", "hello", "one"), "hello.jar");
        awaitWord("hello", "one");
        awaitOutcomes(Result.DEPLOYED);
        var renamed = new AtomicBoolean();
        var looks = new AtomicInteger();
        container.settings().onRead = () -> {
            // This tests time itself: between the scan that missed the old name and the next scan, the file has been
            // gone for long.
            if (Thread.currentThread().getName().equals("boundary-path")
                    && renamed.get()
                    && looks.incrementAndGet() == 2) {
                LockSupport.parkNanos(BoundaryFolder.GONE.plusMillis(200).toNanos());
            }
        };
        Files.move(dropped, container.folder().resolve("renamed.jar"));
        renamed.set(true);

        container.awaitTrue("the next outcome", () -> outcomes().size() > 1);
        awaitOutcomes(Result.UNCHANGED, Result.DEPLOYED);
        assertThat(container.registry.ask("hello")).isEqualTo(Map.of("says", "one"));
    }

    @Test
    void whatWasDeployedByCommandStaysWhenAJarOfTheFolderGoes() throws Exception {
        Path dropped = drop(jar("a.hello", "1.0.0", "hello", "one"), "hello.jar");
        awaitWord("hello", "one");
        container.deploy(jar("a.hello", "1.0.0", "hello", "two"));
        Files.delete(dropped);
        Path other = drop(jar("a.bye", "1.0.0", "bye", "bye"), "bye.jar");
        awaitWord("bye", "bye");
        Files.delete(other);
        awaitOutcome(Result.REMOVED);

        assertThat(container.registry.ask("hello")).isEqualTo(Map.of("says", "two"));
    }

    @Test
    void jarsThatNeedEachOtherMayBeDroppedTogether() throws Exception {
        Path waits = new TestPlugin("a.time", "1.0.0")
                .source(
                        "Time",
                        TestPlugin.boundarySource("Time", "time", "tick")
                                .replace(
                                        "import java.util.Map;",
                                        "import java.util.Map; import java.util.function.LongSupplier;")
                                .replace(
                                        "public final class Time implements Boundary {",
                                        "public final class Time implements Boundary { @Activate public Time(@Reference LongSupplier c) {}"))
                .jar(folder.resolve("time"));
        Path clock = new TestPlugin("a.clock", "1.0.0").source("Clock", """
                        import java.util.function.LongSupplier;
                        @org.osgi.service.component.annotations.Component
                        public final class Clock implements LongSupplier {
                            public long getAsLong() { return 42; }
                        }
                        """).jar(folder.resolve("clock"));
        // Seen in one scan, however long it took to put them there.
        Path together = Files.createDirectories(folder.resolve("together"));
        Files.copy(waits, together.resolve("a-time.jar"));
        Files.copy(clock, together.resolve("b-clock.jar"));
        watch(together);

        awaitWord("time", "tick");
        awaitOutcomes(Result.DEPLOYED, Result.DEPLOYED);
    }

    @Test
    void aRestartRemembersWhatItDealtWithAndSeesWhatChangedMeanwhile() throws Exception {
        Path kept = drop(jar("a.hello", "1.0.0", "hello", "one"), "hello.jar");
        awaitWord("hello", "one");
        drop(jar("a.hello", "2.0.0", "hello", "two"), "hello.jar");
        awaitWord("hello", "two");
        container.deployments().rollback("a.hello");
        Path gone = drop(jar("a.bye", "1.0.0", "bye", "bye"), "bye.jar");
        awaitWord("bye", "bye");
        container.awaitTrue("its outcome", () -> results("bye.jar").contains(Result.DEPLOYED));
        container.close();
        Files.delete(gone);
        Path fresh = container.folder().resolve("new.jar");
        Files.copy(jar("a.new", "1.0.0", "new", "new"), fresh);

        container = new TestContainer(folder.resolve("data"), folder.resolve("shipped.greet-shipped.jar"));
        awaitWord("new", "new");
        awaitOutcome(Result.REMOVED);

        assertThat(kept).exists();
        assertThat(container.registry.ask("hello")).as("the rollback holds").isEqualTo(Map.of("says", "one"));
        assertThat(container.registry.ask("bye")).isNull();
    }

    @Test
    void theFolderMayBeDeletedAndMoveWhileItIsWatched() throws Exception {
        Files.delete(container.folder());
        container.awaitTrue("it to be made again", () -> Files.isDirectory(container.folder()));
        drop(jar("a.hello", "1.0.0", "hello", "one"), "hello.jar");
        awaitWord("hello", "one");

        watch(folder.resolve("elsewhere"));
        container.awaitTrue("the new folder to be made", () -> Files.isDirectory(container.folder()));
        drop(jar("a.hello", "1.0.0", "hello", "two"), "hello.jar");
        awaitWord("hello", "two");
    }

    @Test
    void fromTheDropToTheFirstAnswerTheOutcomeTellsTheTime() throws Exception {
        drop(jar("a.hello", "1.0.0", "hello", "one"), "hello.jar");
        Outcome outcome = awaitOutcome(Result.DEPLOYED);

        assertThat(outcome.millis()).isGreaterThanOrEqualTo(BoundaryFolder.SETTLE.toMillis());
        assertThat(TimeUnit.MILLISECONDS.toSeconds(outcome.millis())).isLessThan(30);
    }
}
