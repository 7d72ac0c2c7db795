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
import io.precinct.source.testing.TestCommit;
import io.precinct.source.testing.TestEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
}
