package io.precinct.source.facts.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.source.api.PageRequest;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.SourceLimits;
import io.precinct.source.api.Symbol;
import io.precinct.source.api.SymbolSelector;
import io.precinct.source.facts.Facts;
import io.precinct.source.facts.extraction.DamagedFacts;
import io.precinct.source.facts.extraction.FileFacts;
import io.precinct.source.testing.TestCommit;
import io.precinct.source.testing.TestEngine;
import io.precinct.testing.Eventually;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.h2.mvstore.DataUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The kept file, and what becomes of it when its bytes are not what was written. */
class FactFileTest {
    /** Files of which a process has said that it added them. */
    private static final int KNOWN = 100;

    private static final SourceLimits LIMITS = new SourceLimits(10 << 20, 4 << 20, 65_536, Duration.ofSeconds(10));

    @TempDir
    Path cache;

    private final List<String> problems = new ArrayList<>();
    private final TestCommit commit = commit();

    private static TestCommit commit() {
        var commit = new TestCommit("r");
        for (int i = 0; i < 120; i++) {
            commit.with("d" + i % 7 + "/F" + i + ".java", "class C" + i + " { void run() {} int field" + i + "; }");
        }
        return commit;
    }

    private Facts open() {
        return new Facts(cache, new TestEngine(), () -> LIMITS, () -> 1 << 20, problems::add);
    }

    private List<String> answers(Facts facts) throws InterruptedException {
        facts.indexes().follow(commit);
        var answers = new ArrayList<String>();
        for (var selector : List.of(
                new SymbolSelector("run", null, null),
                new SymbolSelector("C1*", null, null),
                new SymbolSelector(null, "field", null))) {
            whole(facts, selector)
                    .forEach(each -> answers.add(each.item().path() + " "
                            + each.item().namePath() + " " + each.item().text()));
        }
        return answers;
    }

    /** The items of an answer that lacks nothing: while files are parsed anew it may be partial. */
    private List<Symbol> whole(Facts facts, SymbolSelector selector) {
        return Eventually.untilFound("an answer that lacks nothing", () -> {
            ResultPage<Symbol> page = facts.symbols(commit, selector, PageRequest.first(1000));
            return page.parsing() == null ? page.items() : null;
        });
    }

    @Test
    void bytesThatTurnedOverNeverChangeAnAnswer() throws Exception {
        List<String> truth;
        try (Facts facts = open()) {
            truth = answers(facts);
        }
        Path file = cache.resolve("facts.mv");
        byte[] good = Files.readAllBytes(file);
        var random = new Random(42);
        int noticed = 0;
        for (int round = 0; round < 60; round++) {
            byte[] bad = good.clone();
            for (int i = 0; i < 1 + round % 20; i++) {
                bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
            }
            Files.write(file, bad);
            problems.clear();
            try (Facts facts = open()) {
                assertThat(answers(facts)).as("round %d", round).isEqualTo(truth);
                noticed += problems.isEmpty()
                                && facts.indexes().counters("r").cache().misses() == 0
                        ? 0
                        : 1;
            }
        }
        assertThat(noticed).as("rounds in which the damage mattered").isGreaterThan(10);
    }

    @Test
    void aFileThatWasCutOffIsReplaced() throws Exception {
        List<String> truth;
        try (Facts facts = open()) {
            truth = answers(facts);
        }
        Path file = cache.resolve("facts.mv");
        byte[] good = Files.readAllBytes(file);
        for (int length : new int[] {0, 1, 100, 4096, 5000, good.length / 2, good.length - 1}) {
            Files.write(file, Arrays.copyOf(good, length));
            try (Facts facts = open()) {
                assertThat(answers(facts)).as("%d bytes", length).isEqualTo(truth);
            }
        }
    }

    @Test
    void somethingElseInItsPlaceIsMovedAsideAndTold() throws Exception {
        Files.writeString(cache.resolve("facts.mv"), "something else entirely\n".repeat(1000));
        try (Facts facts = open()) {
            assertThat(answers(facts)).isNotEmpty();
        }
        assertThat(problems).hasSize(1).first().asString().contains("facts.mv is damaged");
        assertThat(cache.resolve("facts.mv.damaged")).exists();
    }

    @Test
    void anInterruptedReaderCostsNobodyTheStore() throws Exception {
        List<String> truth;
        try (Facts facts = open()) {
            truth = answers(facts);
        }
        for (int i = 0; i < 20; i++) {
            try (Facts facts = open()) { // of which nothing is in memory yet
                Thread reader = Thread.ofPlatform().start(() -> {
                    try {
                        answers(facts);
                    } catch (RuntimeException | AssertionError | InterruptedException e) {
                        return; // given up, as it was told to
                    }
                });
                Thread.onSpinWait(); // no wait for anything: the interruption is to come at any moment
                reader.interrupt();
                reader.join();
                assertThat(answers(facts)).isEqualTo(truth);
                assertThat(facts.indexes().counters("r").cache().misses())
                        .as("files parsed again")
                        .isZero();
            }
        }
        assertThat(cache.resolve("facts.mv.damaged")).doesNotExist();
    }

    @Test
    void indexingThatIsEndedCostsNobodyTheStore() throws Exception {
        List<String> truth;
        try (Facts facts = open()) {
            truth = answers(facts);
        }
        for (boolean asksAgain : new boolean[] {false, true}) {
            try (Facts facts = open()) {
                Thread.currentThread().interrupt();
                assertThatThrownBy(() -> facts.indexes().follow(commit)).isInstanceOf(InterruptedException.class);
                if (asksAgain) {
                    assertThat(answers(facts)).isEqualTo(truth);
                }
            } finally {
                Thread.interrupted();
            }
        }
        try (Facts facts = open()) {
            assertThat(answers(facts)).isEqualTo(truth);
            assertThat(facts.indexes().counters("r").cache().misses())
                    .as("files parsed again")
                    .isZero();
        }
        assertThat(problems).isEmpty();
        assertThat(cache.resolve("facts.mv.damaged")).doesNotExist();
    }

    @Test
    void anInterruptedThreadMayOpenTheFile() {
        try (var file = new FactFile(cache, problems::add)) {
            FactStore store = file.store();
            store.add(List.of(new FactStore.Parsed("blob", 1, facts("name"))));
            store.commit();
            Thread.currentThread().interrupt();
            file.replace(store, new DamagedFacts("closed", new ClosedChannelException()));
            assertThat(Thread.interrupted()).as("still interrupted").isTrue();
            assertThat(file.store().find("blob", 1)).isPositive();
        } finally {
            Thread.interrupted();
        }
        assertThat(problems).isEmpty();
    }

    @Test
    void anErrorOfTheProcessIsNoDamage() {
        try (var file = new FactFile(cache, problems::add)) {
            FactStore store = file.store();
            store.add(List.of(new FactStore.Parsed("blob", 1, facts("name"))));
            store.save();
            var memory =
                    DataUtils.newMVStoreException(DataUtils.ERROR_INTERNAL, "Could not read", new OutOfMemoryError());
            assertThatThrownBy(() -> StoreFailures.noticed(() -> {
                        throw memory;
                    }))
                    .isInstanceOfSatisfying(DamagedFacts.class, why -> file.replace(store, why));
            assertThat(file.store()).isNotSameAs(store);
            assertThat(file.store().find("blob", 1)).isPositive();
        }
        assertThat(problems).isEmpty();
        assertThat(cache.resolve("facts.mv.damaged")).doesNotExist();
    }

    @Test
    void whatIsFoundIsWrittenWithinSeconds() throws Exception {
        var file = new FactFile(cache, problems::add);
        var added = new AtomicInteger();
        try {
            Eventually.until(() -> "of " + added + " files that were added the first would survive", () -> {
                int i = added.getAndIncrement();
                file.store().add(List.of(new FactStore.Parsed("blob" + i, 1, facts("name" + i))));
                return survives("blob0");
            });
        } finally {
            file.close();
        }
    }

    @Test
    void whatWasFoundLastIsWrittenThoughNothingComesAfterIt() {
        try (var file = new FactFile(cache, problems::add)) {
            file.store().add(List.of(new FactStore.Parsed("last", 1, facts("name"))));
            Eventually.until("the last file would survive", () -> survives("last"));
        }
    }

    /**
     * A process that adds one file after the other, and says so after each. It stands still once nobody reads on, and
     * never closes the file.
     */
    static final class Adding {
        private Adding() {}

        public static void main(String[] args) {
            var file = new FactFile(Path.of(args[0]), System.err::println);
            for (int i = 0; i < 1_000_000; i++) {
                file.store().add(List.of(new FactStore.Parsed("blob" + i, 1, facts("name" + i))));
                System.out.println(i);
            }
        }
    }

    @Test
    void aProcessThatIsKilledLeavesWhatItAddedAlthoughItNeitherSavedNorClosed() throws Exception {
        Process adding = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Adding.class.getName(),
                        cache.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader out = adding.inputReader()) {
            for (int i = 0; i < KNOWN; i++) {
                assertThat(out.readLine()).isEqualTo(String.valueOf(i));
            }
            Eventually.until("the files would survive", () -> survives("blob" + (KNOWN - 1)));
        } finally {
            adding.destroyForcibly();
            assertThat(adding.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
        try (var file = new FactFile(cache, problems::add)) {
            assertThat(IntStream.range(0, KNOWN).filter(i -> file.store().find("blob" + i, 1) < 0))
                    .as("files that are lost")
                    .isEmpty();
        }
        assertThat(problems).isEmpty();
    }

    @Test
    void whatIsSavedSurvivesTheEndOfTheProcess() throws Exception {
        try (var file = new FactFile(cache, problems::add)) {
            var added = new AtomicInteger();
            // After some seconds, an addition writes the file by itself.
            String unsaved = Eventually.untilFound("a file that would not survive", () -> {
                String blob = "blob" + added.getAndIncrement();
                file.store().add(List.of(new FactStore.Parsed(blob, 1, facts("name"))));
                return survives(blob) ? null : blob;
            });
            file.store().save();
            assertThat(survives(unsaved)).isTrue();
        }
    }

    /** Whether another process would find a file, were this one killed now. */
    private boolean survives(String blob) {
        Path copy = cache.resolveSibling("copy");
        try {
            Files.createDirectories(copy);
            Files.copy(cache.resolve("facts.mv"), copy.resolve("facts.mv"), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // A copy of a file that is being written may be damaged, which says nothing about the file.
        try (var found = new FactFile(copy, _ -> {})) {
            return found.store().find(blob, 1) >= 0;
        }
    }

    @Test
    void aStoreInUseIsLeftAlone() throws IOException {
        try (Facts _ = open()) {
            assertThatThrownBy(this::open)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("in use");
        }
        assertThat(problems).isEmpty();
    }

    @Test
    void whatNobodyFollowsIsSweptAwayOldestFirst() {
        var file = new FactFile(cache, problems::add);
        try (file) {
            FactStore store = file.store();
            var parsed = new ArrayList<FactStore.Parsed>();
            for (int i = 0; i < 10; i++) {
                parsed.add(new FactStore.Parsed("blob" + i, 1, facts("name" + i % 2)));
            }
            int[] ids = store.add(parsed);
            store.replace("r", List.of(new FileKey("p", 1, "blob0", 1, ids[0])));
            int before = store.sweeps();
            assertThat(store.sweep(3)).isTrue();
            assertThat(store.sweeps()).isNotEqualTo(before);
            assertThat(store.sweep(3)).isFalse();
            assertThat(IntStream.range(0, 10).filter(i -> store.find("blob" + i, 1) >= 0))
                    .containsExactly(0, 7, 8, 9);
            assertThat(store.find("blob0", 1)).isEqualTo(ids[0]);
            assertThat(store.find("blob1", 1)).isEqualTo(-1);
            assertThat(store.terms().named("name0")).containsExactly(ids[0], ids[8]);
            assertThat(store.terms().named("name1")).containsExactly(ids[7], ids[9]);
        }
    }

    private static FileFacts facts(String name) {
        return new FileFacts(false, null, List.of(new FileFacts.Declaration("class", name, null, 0, 1)), List.of());
    }
}
