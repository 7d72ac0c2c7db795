package io.precinct.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.Problem;
import io.precinct.core.api.launch.Launch;
import io.precinct.resolver.env.Env;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reloads, with real files and the real file watch. */
class ReloadTest {
    @TempDir
    Path root;

    private TestFolder folder;
    private final DeployedPlugins plugins = DeployedPlugins.shipped();
    private final States states = new States();
    private ConfigurationFolder source;

    /** Records the states that the launcher would see, in order. */
    private static final class States implements ReadingStatus {
        private final List<String> seen = new CopyOnWriteArrayList<>();
        private volatile List<Problem> problems = List.of();

        @Override
        public void show(String state, List<Problem> now) {
            problems = now;
            seen.add(state);
        }

        String last() {
            return seen.getLast();
        }
    }

    @BeforeEach
    void makeFolder() throws IOException {
        folder = TestFolder.in(root);
    }

    @AfterEach
    void close() throws Exception {
        if (source != null) {
            source.close();
        }
    }

    private void open(String text) {
        folder.service(text);
        source = new ConfigurationFolder(folder.loader(), plugins, states, true);
        source.follow(true, () -> false);
    }

    private String service() {
        Configuration now = source.current();
        return now == null ? "none" : now.service();
    }

    private void untilServes(String service) {
        Eventually.until(
                service + " serves",
                () -> service().equals(service) && states.last().equals(Launch.LOADED));
    }

    @Test
    void theFolderIsLoadedBeforeAnybodyCanAsk() {
        open("service: first\n");
        assertThat(service()).isEqualTo("first");
        assertThat(states.seen).containsExactly(Launch.LOADED);
        var told = new CopyOnWriteArrayList<String>();
        source.subscribe(configuration -> told.add(configuration.service()));
        assertThat(told).containsExactly("first");
    }

    @Test
    void aSavedFileServes() {
        open("service: first\n");
        folder.service("service: second\n");
        untilServes("second");
    }

    @Test
    void anErrorOfWhoeverIsToldIsNoEndOfReloads() {
        open("service: first\n");
        var told = new CopyOnWriteArrayList<String>();
        var failures = new AtomicInteger();
        source.subscribe(configuration -> {
            if (configuration.service().equals("second") && failures.getAndIncrement() == 0) {
                throw new OutOfMemoryError("somebody else's");
            }
            told.add(configuration.service());
        });
        folder.service("service: second\n");
        untilServes("second");
        Eventually.until("the second is told", () -> told.contains("second"));
        folder.service("service: third\n");
        untilServes("third");
        assertThat(told).containsExactly("first", "second", "third");
    }

    @Test
    void aFileThatAnEditorRenamesIntoPlaceServes() throws IOException {
        open("service: first\n");
        folder.write(".service.yml.swp", "service: second\n");
        Files.move(folder.config().resolve(".service.yml.swp"), folder.file(), StandardCopyOption.ATOMIC_MOVE);
        untilServes("second");
    }

    @Test
    void aLinkThatIsTurnedToAnotherFileIsAChange() throws IOException {
        folder.write("v1/service.yml", "service: first\n").write("v2/service.yml", "service: second\n");
        Files.createSymbolicLink(folder.config().resolve("current"), Path.of("v1"));
        Files.createSymbolicLink(folder.file(), Path.of("current/service.yml"));
        source = new ConfigurationFolder(folder.loader(), plugins, states, true);
        source.follow(true, () -> false);
        assertThat(service()).isEqualTo("first");
        Files.createSymbolicLink(folder.config().resolve("next"), Path.of("v2"));
        Files.move(
                folder.config().resolve("next"),
                folder.config().resolve("current"),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        untilServes("second");
    }

    @Test
    void aBadFileChangesNothingAndShowsUntilItIsGoodAgain() {
        open("service: first\n");
        folder.service("service: second\nprot: 1\nbind:\n");
        Eventually.until("the error shows", () -> states.last().equals(Launch.FAILED));
        assertThat(service()).isEqualTo("first");
        assertThat(folder.lines(source.problems()))
                .hasSize(2)
                .startsWith("service.yml:2: unknown key \"prot\" (did you mean \"port\"?)");
        assertThat(folder.lines(source.warnings()))
                .singleElement()
                .asString()
                .startsWith("service.yml:3: warning: bind says nothing");
        assertThat(states.problems).isEqualTo(source.problems());
        folder.service("service: third\n");
        untilServes("third");
        assertThat(source.problems()).isEmpty();
        assertThat(source.warnings()).isEmpty();
    }

    @Test
    void aFileThatIsWrittenInPiecesIsReadOnceItIsWhole() throws IOException {
        open(TestFolder.GOOD);
        var revisions = new CopyOnWriteArrayList<String>();
        source.subscribe(configuration -> revisions.add(
                configuration.service() + " " + configuration.routes().size()));
        var whole = new StringBuilder("service: whole\nroutes:\n");
        for (int i = 0; i < 200; i++) {
            whole.append("  /r%d: {method: get, boundary: echo, name: r%d}\n".formatted(i, i));
        }
        try (OutputStream out = Files.newOutputStream(folder.file())) {
            for (String line : whole.toString().split("(?<=\n)")) {
                out.write(line.getBytes(java.nio.charset.StandardCharsets.UTF_8));
                out.flush();
            }
        }
        untilServes("whole");
        Eventually.until("all of it serves", () -> revisions.getLast().equals("whole 200"));
        assertThat(states.seen).doesNotContain(Launch.FAILED);
    }

    @Test
    void aFileThatIsGoneChangesNothingUntilItIsBack() throws IOException {
        open("service: first\n");
        Files.delete(folder.file());
        Eventually.until("the loss shows", () -> states.last().equals(Launch.FAILED));
        assertThat(service()).isEqualTo("first");
        folder.service("service: second\n");
        untilServes("second");
    }

    @Test
    void aFileThatWasBadFromTheStartServesOnceItIsGood() {
        open("prot: 1\n");
        assertThat(source.current()).isNull();
        assertThat(states.seen).containsExactly(Launch.FAILED);
        var told = new CopyOnWriteArrayList<String>();
        source.subscribe(configuration -> told.add(configuration.service()));
        assertThat(told).isEmpty();
        folder.service("service: second\n");
        untilServes("second");
        assertThat(told).containsExactly("second");
    }

    @Test
    void aReloadThatIsAskedForIsDoneWhenTheCallReturns() {
        folder.service("service: first\n");
        source = new ConfigurationFolder(folder.loader(), plugins, states, true);
        folder.service("service: second\n");
        assertThat(source.reload()).isEmpty();
        assertThat(service()).isEqualTo("second");
        folder.service("prot: 1\n");
        assertThat(source.reload()).hasSize(1);
        assertThat(service()).isEqualTo("second");
    }

    @Test
    void aListenerThatAsksForAReloadGetsOneMoreRound() {
        folder.service("service: first\n");
        source = new ConfigurationFolder(folder.loader(), plugins, states, true);
        var told = new CopyOnWriteArrayList<String>();
        source.subscribe(configuration -> {
            told.add(configuration.service());
            if (configuration.service().equals("second")) {
                folder.service("service: third\n");
                source.reload();
            }
        });
        folder.service("service: second\n");
        source.reload();
        Eventually.until("third serves", () -> service().equals("third"));
        assertThat(told).containsExactly("first", "second", "third");
    }

    @Test
    void anEarlyResolverThatComesLateMendsTheLoad() {
        plugins.withoutResolver("Env");
        open("service: !Env {name: PRECINCT_UNSET_IN_TESTS, default: with-env}\n");
        assertThat(states.last()).isEqualTo(Launch.FAILED);
        int before = states.seen.size();
        plugins.early("Env", new Env());
        assertThat(states.seen.get(before)).as("shown at once").isEqualTo(Launch.LOADING);
        untilServes("with-env");
    }

    @Test
    void aSwappedEarlyResolverIsAskedAgain() {
        plugins.early("Version", call -> "one");
        open("service: !Version x\n");
        assertThat(service()).isEqualTo("one");
        plugins.early("Version", call -> "two");
        untilServes("two");
    }

    @Test
    void anEarlyResolverThatGoesIsShownAndTheConfigurationStays() {
        plugins.early("Version", call -> "one");
        open("service: !Version x\n");
        plugins.withoutResolver("Version");
        Eventually.until("shown", () -> states.last().equals(Launch.FAILED));
        assertThat(service()).isEqualTo("one");
        assertThat(source.problems())
                .singleElement()
                .satisfies(p -> assertThat(p.message()).contains("unknown tag"));
    }

    @Test
    void whatIsUndeployedWhileEverythingStopsIsNobodysMistake() throws Exception {
        folder.service("service: !Env {name: PRECINCT_UNSET_IN_TESTS, default: a}\n");
        source = new ConfigurationFolder(folder.loader(), plugins, states, true);
        source.follow(false, () -> true);
        plugins.withoutResolver("Env");
        assertThat(states.seen).containsExactly(Launch.LOADED);
    }

    @Test
    void plugInsThatTheFileDoesNotUseCauseNoReload() {
        open(TestFolder.GOOD);
        int before = states.seen.size();
        plugins.boundary("other", null).early("Unused", call -> "x").withoutBoundary("other");
        assertThat(states.seen).hasSize(before);
    }

    @Test
    void aBoundaryThatBecomesKnownMendsTheLoad() {
        open("service: a\nroutes:\n  /b: {method: get, boundary: billing}\n");
        assertThat(states.last()).isEqualTo(Launch.FAILED);
        plugins.boundary("billing", null);
        untilServes("a");
    }

    @Test
    void aBoundaryOfTheNameOfAMissingRouteIsNoReasonToLoadAgainAndAgain() {
        open("service: a\nscenarios:\n  echo:\n    b: {expected: {c: 1}}\n");
        assertThat(states.seen).containsExactly(Launch.FAILED);
        plugins.boundary("more", null);
        assertThat(states.seen).containsExactly(Launch.FAILED);
    }

    @Test
    void theOperatorsOwnFileIsWatchedAsWellEvenBeforeItExists() throws IOException {
        Path user = root.resolve("user.yml");
        plugins.early("UserConfig", userConfig(user));
        open("service: !UserConfig {key: name, default: nobody}\n");
        assertThat(service()).isEqualTo("nobody");
        Files.writeString(user, "name: ada\n");
        untilServes("ada");
        Files.writeString(user, "name: grace\n");
        untilServes("grace");
    }

    private static io.precinct.api.config.TagResolver userConfig(Path file) {
        return call -> {
            try {
                return Objects.requireNonNull((java.util.Map<?, ?>) call.readYaml(file))
                        .get("name");
            } catch (io.precinct.api.config.TagException e) {
                return "nobody";
            }
        };
    }

    @Test
    void aFileThatIsOnlyTouchedIsNotLoadedAgain() throws IOException {
        open("service: first\n");
        int before = states.seen.size();
        Files.setLastModifiedTime(folder.file(), java.nio.file.attribute.FileTime.fromMillis(0));
        folder.write("unrelated.txt", "x");
        // The next change proves that the touch was seen and ignored, because the watch handles changes in order.
        folder.service("service: second\n");
        untilServes("second");
        assertThat(states.seen.subList(before, states.seen.size())).doesNotContain(Launch.FAILED);
        assertThat(states.seen.stream().filter(Launch.LOADED::equals)).hasSize(2);
    }

    @Test
    void listenersSeeEveryConfigurationInOrderAndAFailingOneHarmsNoOther() {
        open("service: s0\n");
        var told = new CopyOnWriteArrayList<String>();
        source.subscribe(configuration -> {
            if (!configuration.service().equals("s0")) {
                throw new IllegalStateException("a listener of its own");
            }
        });
        source.subscribe(configuration -> told.add(configuration.service()));
        for (int i = 1; i <= 5; i++) {
            folder.service("service: s" + i + "\n");
            source.reload();
        }
        assertThat(told.stream().distinct()).containsExactly("s0", "s1", "s2", "s3", "s4", "s5");
    }

    @Test
    void aSubscriptionThatEndedHearsNoMore() throws Exception {
        open("service: first\n");
        var told = new CopyOnWriteArrayList<String>();
        AutoCloseable subscription = source.subscribe(configuration -> told.add(configuration.service()));
        subscription.close();
        folder.service("service: second\n");
        source.reload();
        assertThat(told).containsExactly("first");
    }

    @Test
    void aListenerThatFailsAsItSubscribesHearsNoMore() {
        open("service: first\n");
        var told = new CopyOnWriteArrayList<String>();
        assertThatThrownBy(() -> source.subscribe(configuration -> {
                    told.add(configuration.service());
                    throw new IllegalStateException("a listener of its own");
                }))
                .isInstanceOf(IllegalStateException.class);

        folder.service("service: second\n");
        source.reload();

        assertThat(told).containsExactly("first");
    }

    @Test
    void whoeverSubscribesDuringAReloadEndsWithTheNewest() throws Exception {
        open("service: first\n");
        var inListener = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        source.subscribe(configuration -> {
            if (configuration.service().equals("second")) {
                inListener.countDown();
                try {
                    goOn.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        });
        folder.service("service: second\n");
        inListener.await();
        var told = new CopyOnWriteArrayList<String>();
        source.subscribe(configuration -> told.add(configuration.service()));
        goOn.countDown();
        untilServes("second");
        assertThat(told.stream().distinct()).containsExactly("second");
    }

    @Test
    void whileAReloadIsDueNoOlderOutcomeShows() {
        open("service: first\n");
        for (int i = 0; i < 50; i++) {
            folder.service(i % 2 == 0 ? "prot: 1\n" : "service: s" + i + "\n");
            int from = states.seen.size();
            List<Problem> problems = source.reload();
            String shown = states.last();
            boolean settled = !shown.equals(Launch.LOADING);
            assertThat(states.seen.size()).isGreaterThan(from);
            if (settled) {
                assertThat(shown).isEqualTo(problems.isEmpty() ? Launch.LOADED : Launch.FAILED);
            }
        }
    }
}
