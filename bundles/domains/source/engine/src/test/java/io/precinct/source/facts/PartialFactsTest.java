package io.precinct.source.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.source.api.AnnotationSelector;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.ParseProgress;
import io.precinct.source.api.PositionEncoding;
import io.precinct.source.api.QuerySelector;
import io.precinct.source.api.ReferenceSelector;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.SourceLimits;
import io.precinct.source.api.Symbol;
import io.precinct.source.api.SymbolSelector;
import io.precinct.source.facts.index.Indexes;
import io.precinct.source.testing.TestCommit;
import io.precinct.source.testing.TestEngine;
import io.precinct.testing.Eventually;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Answers about commits whose files are not all parsed yet: the parser stands still, so whatever waited for it would hang. */
@Timeout(120)
class PartialFactsTest {
    private static final SourceLimits LIMITS = new SourceLimits(10 << 20, 4 << 20, 65_536, Duration.ofSeconds(10));
    private static final int FILES = 1000;

    @TempDir
    Path folder;

    private final TestEngine engine = new TestEngine();
    private final CountDownLatch still = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);
    private Facts facts;

    @BeforeEach
    void open() {
        facts = open("cache", Duration.ofMillis(50));
    }

    private Facts open(String cache, Duration patience) {
        return new Facts(
                folder.resolve(cache),
                engine,
                () -> LIMITS,
                () -> 1 << 26,
                _ -> {},
                System::nanoTime,
                Indexes.SPARE_FILES,
                patience);
    }

    @AfterEach
    void close() {
        go.countDown();
        facts.close();
    }

    /** From now on the parser takes so many tasks, and stands still before the next. */
    private void standingStillAfter(int tasks) {
        var taken = new AtomicInteger();
        engine.onRun = () -> {
            if (taken.incrementAndGet() > tasks) {
                still.countDown();
                standStill();
            }
        };
    }

    private static TestCommit commit(int from, String method) {
        var commit = new TestCommit("r");
        for (int i = 0; i < FILES; i++) {
            String name = i < from ? "run" : method;
            commit.with(
                    String.format("f%04d.java", i), "// @req:R-" + i + "\nclass C" + i + " { void " + name + "() {} }");
        }
        return commit;
    }

    private ResultPage<Symbol> named(TestCommit commit, String name) {
        return facts.symbols(commit, new SymbolSelector(name, null, null), PageRequest.first(FILES));
    }

    private CompletableFuture<Void> following(TestCommit commit) {
        return CompletableFuture.runAsync(() -> {
            try {
                facts.indexes().follow(commit);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private void untilKnown(TestCommit commit, int least) {
        Eventually.until(() -> "files are known: " + facts.parsing(commit), () -> {
            ParseProgress progress = facts.parsing(commit);
            return progress != null && progress.done() >= least;
        });
    }

    @Test
    void duringTheFirstParseWhatIsKnownIsAnsweredAtOnce() throws Exception {
        var other = new TestCommit("s").with("A.java", "class A { void run() {} }");
        facts.indexes().follow(other);
        standingStillAfter(3);
        var commit = commit(FILES, "run");
        CompletableFuture<Void> following = following(commit);
        still.await();
        untilKnown(commit, 3 * 16);

        ResultPage<Symbol> part = named(commit, "run");
        assertThat(part.items()).hasSizeBetween(16, FILES - 1);
        assertThat(part.truncated()).isEqualTo("parsing");
        assertThat(part.parsing().total()).isEqualTo(FILES);
        assertThat(part.parsing().done()).isGreaterThanOrEqualTo(16).isLessThan(FILES);
        var marks = facts.annotations(commit, new AnnotationSelector("@req:*", null), PageRequest.first(FILES));
        assertThat(marks.items()).hasSizeBetween(16, FILES - 1);
        assertThat(marks.truncated()).isEqualTo("parsing");
        var all = facts.symbols(commit, new SymbolSelector(null, null, null), PageRequest.first(2 * FILES));
        assertThat(all.truncated()).isEqualTo("parsing");
        var one = facts.symbols(commit, new SymbolSelector(null, null, "f0999.java"), PageRequest.first(9));
        assertThat(one.items()).isEmpty();
        assertThat(one.truncated()).isEqualTo("parsing");
        assertThat(facts.indexes().counters("r").parsing()).isEqualTo(facts.parsing(commit));

        ResultPage<Symbol> elsewhere = named(other, "run");
        assertThat(elsewhere.items()).hasSize(1);
        assertThat(elsewhere.truncated()).isNull();
        assertThat(elsewhere.parsing()).isNull();

        go.countDown();
        following.get();
        ResultPage<Symbol> whole = named(commit, "run");
        assertThat(whole.truncated()).isNull();
        assertThat(whole.parsing()).isNull();
        assertThat(facts.parsing(commit)).isNull();
        assertThat(facts.indexes().counters("r").parsing()).isNull();
        try (Facts fresh = open("fresh", Duration.ofMinutes(1))) {
            fresh.indexes().follow(commit);
            assertThat(whole)
                    .isEqualTo(fresh.symbols(commit, new SymbolSelector("run", null, null), PageRequest.first(FILES)));
        }
        assertThat(facts.indexes().counters("r").cache().misses())
                .as("each once")
                .isEqualTo(FILES);
    }

    @Test
    void ofANewCommitThatChangesManyFilesTheUnchangedOnesAreFoundAtOnce() throws Exception {
        facts.indexes().follow(commit(FILES, "run"));
        standingStillAfter(0);
        var changed = commit(200, "walk");
        CompletableFuture<Void> following = following(changed);
        still.await();

        ResultPage<Symbol> part = named(changed, "run");
        assertThat(part.items()).hasSize(200);
        assertThat(part.parsing()).isEqualTo(new ParseProgress(200, FILES));
        assertThat(named(commit(FILES, "run"), "run").items())
                .as("the commit before")
                .hasSize(FILES);

        go.countDown();
        following.get();
        assertThat(named(changed, "walk").items()).hasSize(FILES - 200);
        assertThat(named(changed, "run").truncated()).isNull();
    }

    @Test
    void ofACommitThatNobodyFollowsAllFilesAreParsedOnceSomebodyAsks() {
        var commit = commit(FILES, "run");
        assertThat(named(commit, "run").truncated()).isEqualTo("parsing");

        Eventually.until(() -> "all is known: " + facts.parsing(commit), () -> facts.parsing(commit) == null);
        assertThat(named(commit, "run").items()).hasSize(FILES);
        assertThat(facts.indexes().counters("r").cache().misses())
                .as("each once")
                .isEqualTo(FILES);
    }

    @Test
    void fewFilesAreWaitedForAndAnImpatientQuestionWaitsForNone() {
        facts.close();
        facts = open("patient", Duration.ofMinutes(1));
        var commit = new TestCommit("r").with("A.java", "class A { void run() {} }");
        standingStillAfter(0);
        var selector = new SymbolSelector("run", null, null);
        assertThat(facts.atOnce()
                        .symbols(commit, selector, PageRequest.first(9))
                        .truncated())
                .isEqualTo("parsing");
        assertThat(facts.atOnce()
                        .annotations(commit, new AnnotationSelector("@req:*", null), PageRequest.first(9))
                        .truncated())
                .isEqualTo("parsing");
        assertThat(facts.atOnce()
                        .references(commit, new ReferenceSelector("run", null, null, false), PageRequest.first(9))
                        .truncated())
                .isEqualTo("parsing");
        go.countDown();
        assertThat(named(commit, "run").items()).hasSize(1);
        assertThat(named(commit, "run").truncated()).isNull();
        assertThat(facts.atOnce()
                        .references(commit, new ReferenceSelector("run", null, null, false), PageRequest.first(9))
                        .items())
                .as("what is known is answered")
                .hasSize(1);
    }

    @Test
    void aCloneThatCannotBeReadIsToldToWhoeverAsksAgain() {
        var commit = commit(FILES, "run").spoiling("f0007.java");
        Eventually.until("the failure is told", () -> {
            try {
                return !String.valueOf(named(commit, "run").truncated()).equals("parsing");
            } catch (SourceFault fault) {
                return fault.code().equals("repository_failed");
            }
        });
        Eventually.untilAsserted(
                "the failure of the file is told",
                () -> assertThatThrownBy(() -> facts.symbols(
                                commit,
                                new SymbolSelector("run", null, "f0007.java"),
                                new PageRequest(9, null, 0, PositionEncoding.UTF_8)))
                        .isInstanceOf(SourceFault.class));
    }

    @Test
    void aQueryReadsTheFilesItself() {
        var commit = commit(FILES, "run");
        facts.atOnce().symbols(commit, new SymbolSelector("run", null, null), PageRequest.first(1));
        var found = new ArrayList<>(facts.query(
                        commit,
                        new QuerySelector("(method_declaration name: (identifier) @n)", null, "java"),
                        PageRequest.first(FILES))
                .items());
        assertThat(found).hasSize(FILES);
        assertThat(List.of(found.getFirst().path(), found.getLast().path()))
                .containsExactly("f0000.java", "f0999.java");
    }

    private void standStill() {
        try {
            go.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    // @req:source-overload
    @Test
    void whileTheFilesOfACommitAreCountedOthersAreToldSo() throws Exception {
        var other = new TestCommit("s").with("A.java", "class A { void run() {} }");
        facts.indexes().follow(other);
        var counting = new CountDownLatch(1);
        var commit = new TestCommit("r")
                .with("A.java", "class A { void run() {} }")
                .whenListed(() -> {
                    counting.countDown();
                    standStill();
                });
        CompletableFuture<ResultPage<Symbol>> first = CompletableFuture.supplyAsync(
                () -> named(commit, "run"), task -> Thread.ofPlatform().start(task));
        counting.await();

        assertThatThrownBy(() -> named(commit, "run")).isInstanceOfSatisfying(SourceFault.class, fault -> {
            assertThat(fault.status()).isEqualTo(503);
            assertThat(fault.code()).isEqualTo("parsing");
            assertThat(fault.members()).containsEntry("retry_after", 1);
        });
        assertThatThrownBy(() -> facts.atOnce()
                        .annotations(commit, new AnnotationSelector("@req:*", null), PageRequest.first(9)))
                .isInstanceOfSatisfying(
                        SourceFault.class, fault -> assertThat(fault.code()).isEqualTo("parsing"));
        assertThat(first).isNotDone();
        assertThat(named(other, "run").items()).hasSize(1);

        go.countDown();
        first.join();
        Eventually.until(
                "its file is parsed", () -> named(commit, "run").items().size() == 1);
    }

    // @req:source-overload
    @Test
    void aFewCommitsAreCountedAndParsedAtOnceHoweverManyAreFetched() throws Exception {
        int most = Math.max(2, Runtime.getRuntime().availableProcessors());
        var counted = new AtomicInteger();
        List<Thread> following = new ArrayList<>();
        List<TestCommit> commits = new ArrayList<>();
        for (int i = 0; i < most + 3; i++) {
            var commit = new TestCommit("r" + i)
                    .with("A.java", "class A" + i + " { void run() {} }")
                    .whenListed(() -> {
                        counted.incrementAndGet();
                        standStill();
                    });
            commits.add(commit);
            following.add(Thread.ofPlatform().start(() -> {
                try {
                    facts.indexes().follow(commit);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        Eventually.until(
                "each stands still or waits for its turn",
                () -> counted.get() >= most
                        && following.stream().allMatch(thread -> thread.getState() == Thread.State.WAITING));
        assertThat(counted).hasValue(most);

        go.countDown();
        for (Thread thread : following) {
            thread.join();
        }
        for (TestCommit commit : commits) {
            assertThat(facts.indexes().isFollowed(commit)).isTrue();
            assertThat(named(commit, "run").items()).hasSize(1);
        }
    }
}
