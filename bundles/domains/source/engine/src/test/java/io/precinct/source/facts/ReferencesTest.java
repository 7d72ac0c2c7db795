package io.precinct.source.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.source.api.PageRequest;
import io.precinct.source.api.PositionEncoding;
import io.precinct.source.api.Reference;
import io.precinct.source.api.ReferenceSelector;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.SourceLimits;
import io.precinct.source.facts.index.Indexes;
import io.precinct.source.testing.TestCommit;
import io.precinct.source.testing.TestEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Identifiers of a name, in several languages. */
class ReferencesTest {
    private static final SourceLimits LIMITS = new SourceLimits(10 << 20, 4 << 20, 65_536, Duration.ofSeconds(10));

    @TempDir
    Path folder;

    private final TestEngine engine = new TestEngine();
    private Facts facts;

    private final TestCommit commit = commit();

    @BeforeEach
    void open() throws InterruptedException {
        facts = new Facts(folder.resolve("cache"), engine, () -> LIMITS, () -> 1 << 26, _ -> {});
        facts.indexes().follow(commit);
    }

    @AfterEach
    void close() {
        facts.close();
    }

    private static TestCommit commit() {
        return new TestCommit("r")
                .with("A.java", """
                        /** run it. */
                        class A {
                            Runner run;
                            void run(int runs) {
                                run.go("run", 'r'); // run
                                this.run(1);
                            }
                        }
                        """)
                .with("b.js", "function run() {}\nconst text = `run ${run} run`;\nlet o = {run: 1, runs: 2};\n")
                .with("c.py", "# run\ndef other():\n    return run('run', f\"run {run}\")\n")
                .with("d.txt", "run\n")
                .with("e.java", "class E { int walk; }\n");
    }

    private ResultPage<Reference> page(ReferenceSelector selector, int limit, @Nullable String after) {
        return facts.references(commit, selector, new PageRequest(limit, after, 0, PositionEncoding.UTF_8));
    }

    private static String shown(Reference one) {
        return one.item().path() + ":" + one.item().start().line() + ":"
                + one.item().start().column() + (one.declaration() ? " declared" : "") + " in "
                + one.item().container();
    }

    private List<String> walked(ReferenceSelector selector, int limit) {
        var shown = new ArrayList<String>();
        String after = null;
        do {
            ResultPage<Reference> page = page(selector, limit, after);
            assertThat(page.items()).hasSizeLessThanOrEqualTo(limit);
            page.items().forEach(one -> shown.add(shown(one)));
            after = page.next();
        } while (after != null);
        return shown;
    }

    @Test
    void identifiersAreFoundOutsideOfStringsAndComments() {
        assertThat(walked(new ReferenceSelector("run", null, null, false), 100))
                .containsExactly(
                        "A.java:3:11 declared in A",
                        "A.java:4:9 declared in A",
                        "A.java:5:8 in A/run",
                        "A.java:6:13 in A/run",
                        "b.js:1:9 declared in null",
                        "b.js:2:20 in text",
                        "b.js:3:9 in o",
                        "c.py:3:11 in other",
                        "c.py:3:29 in other");
        assertThat(walked(new ReferenceSelector("run", null, "python", false), 100))
                .hasSize(2);
        assertThat(walked(new ReferenceSelector("run", "b.js", null, false), 100))
                .hasSize(3);
        assertThat(walked(new ReferenceSelector("nothing", null, null, false), 100))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"java", "javascript", "python"})
    void aFetchedGrammarFindsTheSameInItsProcess(String language) throws InterruptedException {
        var run = new ReferenceSelector("run", null, language, false);
        List<String> here = walked(run, 100);
        engine.isolated = language;
        engine.salt += ".";
        engine.generation++;
        facts.languagesChanged();
        facts.indexes().follow(commit);
        assertThat(walked(run, 100)).isNotEmpty().isEqualTo(here);
    }

    @Test
    void aFileWithWhichTheWorkerFailsIsSkippedInThePageThatPassesIt() throws InterruptedException {
        engine.isolated = "java";
        engine.salt += ".";
        engine.generation++;
        facts.languagesChanged();
        facts.indexes().follow(commit);
        var run = new ReferenceSelector("run", null, null, false);
        List<String> whole = walked(run, 100);
        assertThat(whole).anyMatch(one -> one.startsWith("A.java"));
        engine.failure = new IllegalStateException("Runner");
        ResultPage<Reference> page = page(run, 100, null);
        assertThat(page.items())
                .extracting(ReferencesTest::shown)
                .containsExactlyElementsOf(
                        whole.stream().filter(one -> !one.startsWith("A.java")).toList());
        var failed = new ResultPage.Skipped("A.java", "crashed");
        assertThat(page.skipped()).contains(failed);
        ResultPage<Reference> first = page(run, 1, null);
        assertThat(first.skipped()).contains(failed);
        assertThat(page(run, 1, first.next()).skipped()).doesNotContain(failed);
    }

    @Test
    void declarationsComeFirstIfTheyAreToAndPagesReachEachOnce() {
        List<String> all = walked(new ReferenceSelector("run", null, null, false), 100);
        for (int limit : List.of(1, 2, 3, 4, 100)) {
            List<String> sorted = walked(new ReferenceSelector("run", null, null, true), limit);
            assertThat(sorted).containsExactlyInAnyOrderElementsOf(all);
            assertThat(sorted.subList(0, 3)).allMatch(one -> one.contains("declared"));
            assertThat(walked(new ReferenceSelector("run", null, null, false), limit))
                    .isEqualTo(all);
        }
    }

    @Test
    void anUnknownLanguageIsRefused() {
        assertThatThrownBy(() -> page(new ReferenceSelector("run", null, "klingon", false), 1, null))
                .isInstanceOf(SourceFault.class)
                .hasMessageContaining("klingon");
    }

    /** A file of about 60 bytes for each of its methods, which are all called {@code run} and refer to it twice. */
    private static TestCommit generated(int methods) {
        var text = new StringBuilder("package p\n");
        for (int i = 0; i < methods; i++) {
            text.append("func (t T")
                    .append(i)
                    .append(") run(a int) int { return run(a) + run(")
                    .append(i)
                    .append(") }\n");
        }
        return new TestCommit("g").with("g.go", text.toString());
    }

    /** Facts of a commit whose queries read this clock. */
    private Facts with(TestCommit of, LongSupplier clock) throws InterruptedException {
        var made = new Facts(
                folder.resolve("clock"),
                engine,
                () -> LIMITS,
                () -> 1 << 26,
                _ -> {},
                clock,
                Indexes.SPARE_FILES,
                Duration.ofMinutes(1));
        made.indexes().follow(of);
        return made;
    }

    /** How often the loops over a generated file read the clock, for a page of its references. */
    private long looks(int methods) throws InterruptedException {
        var looks = new AtomicLong();
        TestCommit file = generated(methods);
        try (Facts made = with(file, looks::incrementAndGet)) {
            ResultPage<Reference> page = made.references(
                    file,
                    new ReferenceSelector("run", null, null, false),
                    new PageRequest(1000, null, 0, PositionEncoding.UTF_8));
            assertThat(page.items()).hasSize(1000);
            assertThat(page.items().subList(0, 4))
                    .extracting(ReferencesTest::shown)
                    .containsExactly(
                            "g.go:2:12 declared in null",
                            "g.go:2:36 in T0/run",
                            "g.go:2:45 in T0/run",
                            "g.go:3:12 declared in null");
        }
        return looks.get();
    }

    @Test
    void referencesOfALargeFileTakeStepsInProportionToItsSize() throws InterruptedException {
        long half = looks(7_500);
        long whole = looks(15_000);
        assertThat(half).isGreaterThan(3 * 7_500 / 256).isLessThan(20 * 7_500 / 256);
        assertThat(whole).isBetween(2 * half - 20, 2 * half + 20);
    }

    @Test
    void aSearchWhoseTimeIsOverStopsInTheMiddleOfAFile() throws InterruptedException {
        var looks = new AtomicLong();
        TestCommit file = generated(5_000);
        try (Facts made = with(file, () -> looks.incrementAndGet() < 10 ? 0 : Long.MAX_VALUE)) {
            assertThatThrownBy(() -> made.references(
                            file,
                            new ReferenceSelector("run", null, null, false),
                            new PageRequest(10, null, 0, PositionEncoding.UTF_8)))
                    .isInstanceOfSatisfying(
                            SourceFault.class, fault -> assertThat(fault.code()).isEqualTo("query_timeout"));
        }
        assertThat(looks.get()).isEqualTo(10);
    }

    @Test
    void aSearchThatIsGivenUpStopsInTheMiddleOfAFile() throws InterruptedException {
        var looks = new AtomicLong();
        TestCommit file = generated(5_000);
        try (Facts made = with(file, () -> {
            if (looks.incrementAndGet() == 10) {
                Thread.currentThread().interrupt();
            }
            return 0;
        })) {
            assertThatThrownBy(() -> made.references(
                            file,
                            new ReferenceSelector("run", null, null, false),
                            new PageRequest(10, null, 0, PositionEncoding.UTF_8)))
                    .isInstanceOfSatisfying(
                            SourceFault.class, fault -> assertThat(fault.code()).isEqualTo("interrupted"));
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(looks.get()).isEqualTo(10);
    }
}
