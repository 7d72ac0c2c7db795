package io.precinct.source.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.precinct.source.api.Annotation;
import io.precinct.source.api.AnnotationSelector;
import io.precinct.source.api.FileEntry;
import io.precinct.source.api.Match;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.PositionEncoding;
import io.precinct.source.api.QuerySelector;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.SourceLimits;
import io.precinct.source.api.Symbol;
import io.precinct.source.api.SymbolSelector;
import io.precinct.source.facts.extraction.DamagedFacts;
import io.precinct.source.facts.index.Indexes;
import io.precinct.source.facts.store.FactFile;
import io.precinct.source.parse.TaskLimits;
import io.precinct.source.pattern.AnnotationFormat;
import io.precinct.source.testing.TestCommit;
import io.precinct.source.testing.TestEngine;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FactsTest {
    /** For what is parsed at once, on however slow a machine. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final SourceLimits LIMITS = new SourceLimits(10 << 20, 4 << 20, 65_536, Duration.ofSeconds(10));

    @TempDir
    Path cache;

    private long mostTreeBytes = 1 << 26;
    private long parsedBytes = LIMITS.parsedBytes();

    private final TestEngine engine = new TestEngine();
    private final List<String> problems = new ArrayList<>();
    private Facts facts;

    @BeforeEach
    void open() {
        facts = new Facts(
                cache,
                engine,
                this::limits,
                () -> mostTreeBytes,
                problems::add,
                System::nanoTime,
                Indexes.SPARE_FILES,
                PATIENCE);
    }

    private SourceLimits limits() {
        return new SourceLimits(10 << 20, parsedBytes, 65_536, Duration.ofSeconds(10));
    }

    @AfterEach
    void close() {
        facts.close();
        assertThat(engine.held).as("languages that were not let go").hasValue(0);
    }

    private static List<String> paths(ResultPage<Symbol> found) {
        return found.items().stream()
                .map(symbol -> symbol.item().path() + " " + symbol.item().namePath())
                .toList();
    }

    private ResultPage<Symbol> named(TestCommit commit, String name) {
        return facts.symbols(commit, new SymbolSelector(name, null, null), PageRequest.first(100));
    }

    @Test
    void aSymbolIsFoundByNameWithItsTextPlaceAndLines() {
        var commit = new TestCommit("r").with("src/A.java", "class A {\n    void f() {\n        g();\n    }\n}\n");
        var item = named(commit, "f").items().getFirst().item();
        assertThat(item.text()).isEqualTo("void f() {\n        g();\n    }");
        assertThat(item.kind()).isEqualTo("method");
        assertThat(item.container()).isEqualTo("A");
        assertThat(item.namePath()).isEqualTo("A/f");
        assertThat(item.start().line()).isEqualTo(2);
        assertThat(item.start().column()).isEqualTo(4);
        assertThat(item.end().row()).isEqualTo(3);
        assertThat(item.context().from()).isEqualTo(1);
        assertThat(item.context().lines()).containsExactly("class A {", "    void f() {", "        g();", "    }", "}");
        assertThat(item.hasError()).isFalse();
    }

    @Test
    void columnsCountWhatWasAskedFor() {
        var commit = new TestCommit("r").with("A.java", "class A { String s = \"ü€😀\"; int x; }");
        for (var expected : List.of(
                Map.entry(PositionEncoding.UTF_8, 34),
                Map.entry(PositionEncoding.UTF_16, 29),
                Map.entry(PositionEncoding.UTF_32, 28))) {
            var found = facts.symbols(
                    commit, new SymbolSelector("x", null, null), new PageRequest(10, null, 0, expected.getKey()));
            assertThat(found.items().getFirst().item().start().column()).isEqualTo(expected.getValue());
        }
    }

    @Test
    void namesMayBeGlobsAndKindsStandForOthers() {
        var commit = new TestCommit("r")
                .with(
                        "a.go",
                        "package p\ntype Server struct{}\nfunc (s *Server) Serve() {}\nfunc (s *Server) Stop() {}\n")
                .with("b.java", "class Service { void serve() {} }");
        assertThat(paths(named(commit, "Ser*"))).containsExactly("a.go Server", "a.go Server/Serve", "b.java Service");
        assertThat(paths(facts.symbols(commit, new SymbolSelector(null, "class", null), PageRequest.first(10))))
                .containsExactly("a.go Server", "b.java Service");
        assertThat(paths(facts.symbols(commit, new SymbolSelector(null, "struct", "*.go"), PageRequest.first(10))))
                .containsExactly("a.go Server");
    }

    @Test
    void aKindThatNoSelectedLanguageHasIsRefusedWithThoseThereAre() {
        var commit = new TestCommit("r").with("a.go", "package p\n").with("b.java", "record R() {}");
        assertThat(paths(facts.symbols(commit, new SymbolSelector(null, "record", null), PageRequest.first(10))))
                .containsExactly("b.java R");
        assertThatThrownBy(
                        () -> facts.symbols(commit, new SymbolSelector(null, "record", "a.go"), PageRequest.first(10)))
                .isInstanceOfSatisfying(SourceFault.class, fault -> {
                    assertThat(fault.code()).isEqualTo("unknown_kind");
                    assertThat(fault.status()).isEqualTo(422);
                    assertThat(fault.members()).containsKey("available");
                });
    }

    @Test
    void pathsAreFilesFoldersOrGlobs() {
        var commit = new TestCommit("r")
                .with("src/A.java", "class A {}")
                .with("src/a/B.java", "class B {}")
                .with("src.java", "class C {}")
                .with("test/A.java", "class A {}");
        assertThat(paths(facts.symbols(commit, new SymbolSelector(null, null, "src"), PageRequest.first(10))))
                .containsExactly("src/A.java A", "src/a/B.java B");
        assertThat(paths(facts.symbols(commit, new SymbolSelector(null, null, "src/A.java"), PageRequest.first(10))))
                .containsExactly("src/A.java A");
        assertThat(paths(facts.symbols(commit, new SymbolSelector(null, null, "**/A.java"), PageRequest.first(10))))
                .containsExactly("src/A.java A", "test/A.java A");
        assertThat(paths(facts.symbols(commit, new SymbolSelector(null, null, "nowhere"), PageRequest.first(10))))
                .isEmpty();
        assertThatThrownBy(() -> facts.symbols(commit, new SymbolSelector(null, null, "../x"), PageRequest.first(10)))
                .isInstanceOfSatisfying(
                        SourceFault.class, fault -> assertThat(fault.code()).isEqualTo("path_escape"));
    }

    @Test
    void pagesJoinToTheWholeListWhateverTheirSize() {
        var commit = new TestCommit("r");
        for (int i = 0; i < 40; i++) {
            commit.with("f" + i + ".java", "class A { void f() {} void f(int i) {} int a, b; }");
        }
        commit.with("f7.png.java", new byte[] {0, 1, 2});
        for (String name : new String[] {"f", null}) {
            ResultPage<Symbol> whole =
                    facts.symbols(commit, new SymbolSelector(name, null, null), PageRequest.first(1000));
            for (int limit : new int[] {1, 3, 7}) {
                var joined = new ArrayList<Symbol>();
                var skipped = new ArrayList<ResultPage.Skipped>();
                String after = null;
                do {
                    var part = facts.symbols(
                            commit,
                            new SymbolSelector(name, null, null),
                            new PageRequest(limit, after, 3, PositionEncoding.UTF_8));
                    assertThat(part.items()).hasSizeLessThanOrEqualTo(limit).isNotEmpty();
                    joined.addAll(part.items());
                    skipped.addAll(part.skipped());
                    after = part.next();
                } while (after != null);
                assertThat(joined).isEqualTo(whole.items());
                assertThat(skipped).containsExactly(new ResultPage.Skipped("f7.png.java", "binary"));
            }
        }
    }

    @Test
    void aFileOfOneLongLineMakesManyShortPages() {
        var line = new StringBuilder("class A { String padding = \"" + "x".repeat(1 << 20) + "\";");
        for (int i = 0; i < 40; i++) {
            line.append(" void f").append(i).append("() {}");
        }
        var commit = new TestCommit("r").with("A.java", line.append(" }").toString());
        var methods = new SymbolSelector("f*", "method", null);
        var declared = new QuerySelector("(method_declaration) @m", null, "java");
        var symbols = new ArrayList<Symbol>();
        var matches = new ArrayList<Match>();
        String after = null;
        do {
            var part = facts.symbols(commit, methods, new PageRequest(100, after, 3, PositionEncoding.UTF_8));
            assertThat(part.items()).hasSizeBetween(1, 17);
            symbols.addAll(part.items());
            after = part.next();
        } while (after != null);
        do {
            var part = facts.query(commit, declared, new PageRequest(100, after, 3, PositionEncoding.UTF_8));
            assertThat(part.items()).hasSizeBetween(1, 17);
            matches.addAll(part.items());
            after = part.next();
        } while (after != null);
        assertThat(symbols).hasSize(40);
        assertThat(matches).hasSize(40);
    }

    @Test
    void pagesTogetherCostAboutWhatTheWholeListCosts() throws Exception {
        var commit = new TestCommit("r");
        for (int i = 0; i < 2000; i++) {
            commit.with("f" + i + ".java", "class C" + i + " { void run() {} }");
        }
        facts.indexes().follow(commit);
        assertThat(pages(commit, 2000)).hasSize(2000);
        long before = allocated();
        assertThat(pages(commit, 2000)).hasSize(2000);
        long whole = allocated() - before;
        assertThat(pages(commit, 100)).hasSize(2000);
        // Twenty pages; looking through all files for each would take many times as much.
        assertThat(allocated() - before - whole).isLessThan(2 * whole);
    }

    /** All methods of one name, in pages of a size. */
    private List<Symbol> pages(TestCommit commit, int size) {
        var seen = new ArrayList<Symbol>();
        String after = null;
        do {
            var part = facts.symbols(
                    commit,
                    new SymbolSelector("run", "method", null),
                    new PageRequest(size, after, 0, PositionEncoding.UTF_8));
            seen.addAll(part.items());
            after = part.next();
        } while (after != null);
        return seen;
    }

    /** Bytes of memory that this thread asked for: how much work it did, on whatever machine. */
    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    @Test
    void aCursorThatIsNoneIsRefused() {
        var commit = new TestCommit("r").with("A.java", "class A {}");
        for (String cursor : List.of("", "x", "1", "1.2", "-1.0/a", "1./a", ".1/a", "99999999999.0/a")) {
            assertThatThrownBy(() -> facts.symbols(
                            commit,
                            new SymbolSelector(null, null, null),
                            new PageRequest(1, cursor, 0, PositionEncoding.UTF_8)))
                    .isInstanceOfSatisfying(
                            SourceFault.class, fault -> assertThat(fault.code()).isEqualTo("bad_cursor"));
        }
    }

    @Test
    void aFileThatChangesWithinTheSameSecondAndSizeIsNeverServedOld() throws Exception {
        var before = new TestCommit("r").with("A.java", "class A { void one() {} }");
        var after = new TestCommit("r").with("A.java", "class A { void two() {} }");
        facts.indexes().follow(before);
        assertThat(named(before, "one").items()).hasSize(1);
        facts.indexes().follow(after);
        assertThat(named(after, "one").items()).isEmpty();
        assertThat(named(after, "two").items().getFirst().item().text()).isEqualTo("void two() {}");
        assertThat(named(before, "one").items()).as("a view of the old commit").hasSize(1);
    }

    @Test
    void aRestartParsesNothingAgainAndANewCommitOnlyWhatChanged() throws Exception {
        var commit = new TestCommit("r")
                .with("A.java", "class A {}")
                .with("copy/A.java", "class A {}")
                .with("b.py", "def f(): pass\n");
        facts.indexes().follow(commit);
        assertThat(facts.indexes().counters("r").cache().misses()).isEqualTo(2);
        assertThat(facts.indexes().counters("r").cache().entries()).isEqualTo(3);
        facts.close();
        open();
        facts.indexes().follow(commit);
        assertThat(facts.indexes().counters("r").cache().misses()).isZero();
        assertThat(facts.indexes().counters("r").cache().hits()).isEqualTo(3);
        assertThat(paths(named(commit, "A"))).containsExactly("A.java A", "copy/A.java A");
        commit.with("b.py", "def g(): pass\n");
        facts.indexes().follow(commit);
        assertThat(facts.indexes().counters("r").cache().misses()).isEqualTo(1);
    }

    @Test
    void aReplacedGrammarServesNoFactsOfTheOldOne() throws Exception {
        var commit = new TestCommit("r").with("A.java", "class A {}");
        facts.indexes().follow(commit);
        engine.salt = " of another build";
        engine.generation++;
        facts.languagesChanged();
        assertThat(facts.indexes().counters("r").cache().misses()).isEqualTo(2);
        assertThat(named(commit, "A").items()).hasSize(1);
    }

    @Test
    void aCommitIsLookedAtAnewWhereOtherLanguagesAreAllowed() throws Exception {
        var narrow = polyglot().allowing("java");
        facts.indexes().follow(narrow);
        assertThat(paths(named(narrow, "f"))).isEmpty();
        var wide = polyglot().allowing("java", "python");
        assertThat(wide.id()).isEqualTo(narrow.id());
        assertThat(paths(named(wide, "f"))).containsExactly("b.py f");
        assertThat(code(wide, "(identifier) @x", null, "python")).isEqualTo("ok 1");
    }

    private static TestCommit polyglot() {
        return new TestCommit("r").with("A.java", "class A {}").with("b.py", "def f(): pass\n");
    }

    @Test
    void aCommitInACloneMadeAnewIsReadFromThere() throws Exception {
        var damaged = polyglot();
        facts.indexes().follow(damaged);
        damaged.spoiling("A.java");
        assertThat(code(damaged, "(identifier) @x", null, "java")).isEqualTo("503 repository_failed");
        assertThat(code(polyglot(), "(identifier) @x", null, "java")).isEqualTo("ok 1");
        assertThat(named(polyglot(), "A").items().getFirst().item().text()).isEqualTo("class A {}");
    }

    @Test
    void factsOfAReplacedGrammarAreNotKeptAsThoseOfTheOldOne() {
        var commit = new TestCommit("r").with("A.java", "class A {}").with("B.java", "class B {}");
        assertThat(only(commit, "A.java")).hasSize(1);
        engine.salt = " of another build"; // nobody has been told yet
        assertThat(only(commit, "B.java")).hasSize(1);
        assertThat(facts.indexes().counters("r").cache().misses()).isEqualTo(2);
        engine.salt = "";
        engine.generation++;
        assertThat(only(commit, "B.java")).hasSize(1);
        assertThat(facts.indexes().counters("r").cache().misses())
                .as("parsed with the old one at last")
                .isEqualTo(3);
        assertThat(only(commit, "A.java")).hasSize(1);
        assertThat(facts.indexes().counters("r").cache().misses())
                .as("known all the time")
                .isEqualTo(3);
    }

    private List<Symbol> only(TestCommit commit, String path) {
        return facts.symbols(commit, new SymbolSelector(null, null, path), PageRequest.first(10))
                .items();
    }

    @Test
    void aGrammarReplacedWhileACommitIsIndexedIsUsedForAllOfIt() throws Exception {
        var commit = new TestCommit("r");
        for (int i = 0; i < 200; i++) {
            commit.with("F" + i + ".java", "class F" + i + " {}");
        }
        engine.onRun = () -> engine.salt = " of another build";
        facts.indexes().follow(commit);
        assertThat(facts.indexes().counters("r").cache().entries()).isEqualTo(200);
        long before = facts.indexes().counters("r").cache().misses();
        engine.generation++;
        facts.languagesChanged();
        assertThat(facts.indexes().counters("r").cache().misses())
                .as("all with the new one")
                .isEqualTo(before);
        engine.onRun = () -> {};
        engine.salt = "";
        engine.generation++;
        facts.languagesChanged();
        assertThat(facts.indexes().counters("r").cache().misses())
                .as("not all with the old one")
                .isGreaterThan(before);
    }

    /** From now on nothing is kept that no followed commit has. */
    private void sparingNothing() {
        facts.close();
        facts = new Facts(
                cache, engine, () -> LIMITS, () -> mostTreeBytes, problems::add, System::nanoTime, 0, PATIENCE);
    }

    private static TestCommit running(int files) {
        var commit = new TestCommit("r");
        for (int i = 0; i < files; i++) {
            commit.with("F" + i + ".java", "class F" + i + " { void run() {} }");
        }
        return commit;
    }

    /** On another thread, as it is where another repository was fetched. */
    private void followAnother() {
        var other = new TestCommit("other").with("b.py", "def f(): pass\n").with("c.py", "def g(): pass\n");
        try {
            CompletableFuture.runAsync(() -> {
                        try {
                            facts.indexes().follow(other);
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    })
                    .get(20, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whatWasSweptAwayIsFoundAgain() {
        sparingNothing();
        var view = running(30);
        assertThat(named(view, "run").items()).hasSize(30);
        followAnother();
        assertThat(named(view, "run").items()).hasSize(30);
        assertThat(facts.indexes().counters("r").cache().misses())
                .as("it was swept away")
                .isGreaterThan(30);
    }

    @Test
    void whatIsSweptAwayWhileItIsLookedForIsFoundAllTheSame() {
        sparingNothing();
        assertThat(named(running(30), "run").items()).hasSize(30);
        var view = running(31);
        engine.onRun = () -> {
            engine.onRun = () -> {};
            followAnother();
        };
        assertThat(named(view, "run").items()).hasSize(31);
    }

    @Test
    void nothingIsSweptAwayThatAnIndexingUnderWayCountsOn() throws Exception {
        sparingNothing();
        assertThat(named(running(30), "run").items()).hasSize(30);
        var commit = running(31);
        engine.onRun = () -> {
            engine.onRun = () -> {};
            followAnother();
        };
        facts.indexes().follow(commit);
        assertThat(facts.indexes().counters("r").cache().misses())
                .as("none twice")
                .isEqualTo(31);
        assertThat(named(commit, "run").items()).hasSize(31);
        facts.close();
        open();
        assertThat(named(commit, "run").items()).hasSize(31);
        assertThat(facts.indexes().counters("r").cache().misses()).isZero();
    }

    @Test
    void aRepositoryThatCannotBeReadKeepsNoOtherFromBeingReadWithNewLanguages() throws Exception {
        for (String bad : List.of("a", "b", "c")) {
            for (String name : List.of("a", "b", "c")) {
                var commit = new TestCommit(name).with("A.java", "class A { int " + bad + name + "; }");
                facts.indexes().follow(name.equals(bad) ? commit.with("B.java", "class B {}") : commit);
                if (name.equals(bad)) {
                    commit.spoiling("B.java");
                }
            }
            long before = facts.indexes().counters("a").cache().misses()
                    + facts.indexes().counters("b").cache().misses()
                    + facts.indexes().counters("c").cache().misses();
            engine.salt = " when " + bad + " was bad";
            engine.generation++;
            assertThatThrownBy(() -> facts.languagesChanged())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("[" + bad + "]")
                    .hasCauseInstanceOf(SourceFault.class);
            long after = facts.indexes().counters("a").cache().misses()
                    + facts.indexes().counters("b").cache().misses()
                    + facts.indexes().counters("c").cache().misses();
            assertThat(after - before).as("files parsed anew").isEqualTo(2);
        }
    }

    @Test
    void aRepositoryThatIsForgottenWhileItIsIndexedStaysForgotten() throws Exception {
        engine.onRun = () -> facts.indexes().forget("r");
        facts.indexes().follow(polyglot());
        assertThat(facts.indexes().counters("r").cache().entries()).isZero();
        int runs = engine.runs.get();
        engine.salt = " of another build";
        engine.generation++;
        facts.languagesChanged();
        assertThat(engine.runs).as("tasks for new languages").hasValue(runs);
        facts.close();
        try (var file = new FactFile(cache, problems::add)) {
            assertThat(file.store().entries("r")).isEmpty();
        }
        open();
    }

    @Test
    void oddFilesAreNamed() {
        var commit = new TestCommit("r")
                .with("a.java", "class A {}")
                .with("b.java", new byte[] {'c', 0, 'd'})
                .with("c.java", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n")
                .with("d.java", " ".repeat((4 << 20) + 1))
                .special("e.java", 0120000)
                .special("f", 0160000);
        assertThat(named(commit, "A").skipped())
                .containsExactly(
                        new ResultPage.Skipped("b.java", "binary"),
                        new ResultPage.Skipped("c.java", "lfs_pointer"),
                        new ResultPage.Skipped("d.java", "too_large"),
                        new ResultPage.Skipped("e.java", "symlink"),
                        new ResultPage.Skipped("f", "submodule"));
    }

    private static TestCommit largeAndSmall() {
        return new TestCommit("r")
                .with("Large.java", "class Large {}" + " ".repeat(2000))
                .with("Small.java", "class Small {}");
    }

    @Test
    void whatWasTooLargeIsParsedOnceItMayBe() throws Exception {
        var commit = largeAndSmall();
        parsedBytes = 1000;
        facts.indexes().follow(commit);
        assertThat(named(commit, "Large").skipped()).containsExactly(new ResultPage.Skipped("Large.java", "too_large"));
        parsedBytes = 3000;
        assertThat(named(commit, "Large").items()).hasSize(1);
        assertThat(named(commit, "Large").skipped()).isEmpty();
        assertThat(facts.indexes().counters("r").cache().misses()).isEqualTo(2);
    }

    @Test
    void whatWasTooLargeBeforeARestartIsParsedAfterIt() throws Exception {
        var commit = largeAndSmall();
        parsedBytes = 1000;
        facts.indexes().follow(commit);
        facts.close();
        parsedBytes = 3000;
        open();
        assertThat(named(commit, "Large").items()).hasSize(1);
        assertThat(facts.indexes().counters("r").cache().misses())
                .as("the small one was known")
                .isEqualTo(1);
    }

    @Test
    void whatIsTooLargeByNowIsNamedAndItsFactsAreKept() throws Exception {
        var commit = largeAndSmall();
        facts.indexes().follow(commit);
        for (int round = 0; round < 2; round++) {
            parsedBytes = 1000;
            assertThat(named(commit, "*a*").items()).hasSize(1);
            assertThat(named(commit, "Large").items()).isEmpty();
            assertThat(named(commit, "Large").skipped())
                    .containsExactly(new ResultPage.Skipped("Large.java", "too_large"));
            assertThat(code(commit, "(identifier) @x", null, "java")).isEqualTo("ok 1");
            if (round == 0) {
                facts.close();
                open();
            }
        }
        parsedBytes = 3000;
        assertThat(named(commit, "Large").items()).hasSize(1);
        assertThat(facts.indexes().counters("r").cache().misses())
                .as("files parsed again")
                .isZero();
        assertThat(problems).isEmpty();
        assertThat(cache.resolve("facts.mv.damaged")).doesNotExist();
    }

    @Test
    void aFileThatHadNoTurnIsNamedAndTriedAgainByTheNextQuestion() throws Exception {
        var commit = new TestCommit("r").with("A.java", "class A {}").with("b.py", "class A: pass\n");
        for (String isolated : new String[] {null, "python"}) {
            engine.isolated = isolated;
            engine.salt += ".";
            engine.generation++;
            engine.busy = true;
            facts.languagesChanged();
            facts.indexes().follow(commit);
            assertThat(named(commit, "A").skipped())
                    .containsExactly(
                            new ResultPage.Skipped("A.java", "timeout"), new ResultPage.Skipped("b.py", "timeout"));
            engine.busy = false;
            assertThat(paths(named(commit, "A"))).containsExactly("A.java A", "b.py A");
            assertThat(named(commit, "A").skipped()).isEmpty();
        }
    }

    @Test
    void theTimeOfAFileBeginsWithItsTurn() {
        var commit = new TestCommit("r").with("A.java", "class A {}").with("b.py", "def f(): pass\n");
        engine.isolated = "python";
        assertThat(named(commit, "A").items()).hasSize(1);
        assertThat(engine.limits).containsOnly(TaskLimits.each(Duration.ofSeconds(10)));
    }

    @Test
    void aFileThatIsNotInUtf8IsParsedAsTheTextItIs() {
        var commit = new TestCommit("r")
                .with(
                        "A.java",
                        "// Die Größe für Übung, schön, größer, müßig, Straße, Öl.\nclass A { String größe; }\n"
                                .getBytes(StandardCharsets.ISO_8859_1));
        assertThat(named(commit, "größe").items()).hasSize(1);
    }

    @Test
    void annotationsAreFoundByExactIdsAndPatterns() {
        var commit = new TestCommit("r")
                .with("A.java", "// @req:A-1\nclass A {}\n// @req:A-10.\nclass B {}\n// @todo:A-1\nclass C {}\n")
                .with("b.py", "# @req:A-2\ndef f(): pass\n");
        assertThat(ids(commit, "@req:A-1")).containsExactly("A.java A-1 A");
        assertThat(ids(commit, "@req:A-*")).containsExactly("A.java A-1 A", "A.java A-10 B", "b.py A-2 f");
        assertThat(ids(commit, "@req:*")).hasSize(3);
        assertThat(ids(commit, "@REQ:*")).isEmpty();
        var one = facts.annotations(commit, new AnnotationSelector("@req:A-10", null), PageRequest.first(1))
                .items()
                .getFirst();
        assertThat(one.mark().text()).isEqualTo("@req:A-10");
        assertThat(one.comment().text()).isEqualTo("// @req:A-10.");
        assertThat(one.item().text()).isEqualTo("class B {}");
        assertThatThrownBy(() -> ids(commit, "req:A"))
                .isInstanceOfSatisfying(
                        SourceFault.class, fault -> assertThat(fault.status()).isEqualTo(400));
    }

    @Test
    void aStarStandsForATagAndForAnIdInFewFilesAndInMany() {
        var commit = new TestCommit("r")
                .with("A.java", "// @req:A-1\nclass A {}\n// @test:A-1\nclass B {}\n// @req:B-1\nclass C {}\n");
        for (int files = 1; files <= 20; files += 19) {
            for (int i = 1; i < files; i++) {
                commit.with("z" + i + ".java", "// @todo:Z-" + i + "\nclass Z {}\n");
            }
            assertThat(ids(commit, "@*:*")).hasSize(2 + files);
            assertThat(ids(commit, "@*:A-1")).containsExactly("A.java A-1 A", "A.java A-1 B");
            assertThat(ids(commit, "@re*:*")).containsExactly("A.java A-1 A", "A.java B-1 C");
            assertThat(ids(commit, "@*t:*-1")).containsExactly("A.java A-1 B");
        }
    }

    private List<String> ids(TestCommit commit, String pattern) {
        return facts.annotations(commit, new AnnotationSelector(pattern, null), PageRequest.first(100)).items().stream()
                .map(each ->
                        each.item().path() + " " + each.id() + " " + each.item().name())
                .toList();
    }

    @Test
    void aQueryRunsUnchangedOverTheFilesOfItsLanguage() {
        var commit = new TestCommit("r")
                .with("A.java", "class A { void f() {} void g() {} }")
                .with("B.java", "class B { void f() {} }")
                .with("c.py", "def f(): pass\n");
        var query = "(method_declaration name: (identifier) @name (#eq? @name \"f\")) @whole";
        ResultPage<Match> found = facts.query(commit, new QuerySelector(query, null, "java"), PageRequest.first(10));
        assertThat(found.items()).hasSize(2);
        Match first = found.items().getFirst();
        assertThat(first.captures())
                .extracting(Match.Capture::name, Match.Capture::nodeType, Match.Capture::text)
                .containsExactly(tuple("whole", "method_declaration", "void f() {}"), tuple("name", "identifier", "f"));
        assertThat(found.truncated()).isNull();
    }

    @Test
    void pagesOfAQueryJoinToTheWhole() {
        var commit = new TestCommit("r");
        for (int i = 0; i < 30; i++) {
            commit.with("f" + i + ".java", "class A { int a; int b; int c; }".repeat(i % 3));
        }
        var selector = new QuerySelector("(variable_declarator name: (identifier) @n)", null, "java");
        List<Match> whole =
                facts.query(commit, selector, PageRequest.first(1000)).items();
        assertThat(whole).hasSize(90);
        for (int limit : new int[] {1, 2, 5, 45, 90}) {
            var joined = new ArrayList<Match>();
            String after = null;
            do {
                var part = facts.query(commit, selector, new PageRequest(limit, after, 3, PositionEncoding.UTF_8));
                joined.addAll(part.items());
                after = part.next();
            } while (after != null);
            assertThat(joined).isEqualTo(whole);
        }
    }

    @Test
    void queriesThatCannotRunAreRefusedWithTheReason() {
        var commit = new TestCommit("r")
                .with("A.java", "class A {}")
                .with("b.py", "x = 1\n")
                .with("logo.png", new byte[] {(byte) 0x89, 'P', 'N', 'G', 0, 0, 0, 1})
                .with("bin.java", new byte[] {0, 0, 0, 1})
                .allowing("java", "python");
        assertThat(code(commit, "(identifer) @x", null, "java")).isEqualTo("422 bad_query");
        assertThat(code(commit, "(identifier) @x", "A.java", "python")).isEqualTo("409 lang_mismatch");
        assertThat(code(commit, "(identifier) @x", null, "cobol")).isEqualTo("422 unknown_grammar");
        assertThat(code(commit, "(identifier) @x", null, "go")).isEqualTo("422 unknown_grammar");
        assertThat(code(commit, "(identifier) @x", null, null)).isEqualTo("400 lang_needed");
        assertThat(code(commit, "(identifier) @x", "logo.png", "java")).isEqualTo("415 binary");
        assertThat(code(commit, "(identifier) @x", "bin.java", "java")).isEqualTo("415 binary");
        assertThat(code(commit, "x".repeat(70_000), null, "java")).isEqualTo("413 too_large");
        assertThat(code(commit, "(identifier) @x", "A.java", null)).isEqualTo("ok 1");
        assertThat(code(commit, "(identifier) @x", "nowhere", "java")).isEqualTo("ok 0");
        assertThat(code(commit, "(identifier) @x", "nowhere", null)).isEqualTo("ok 0");
    }

    @Test
    void aFileThatAQueryPassesOverIsNamedInTheOnePageThatPassesIt() {
        var commit = new TestCommit("r")
                .with("a.java", "class A {}")
                .with("b.java", new byte[] {0, 0, 0, 1})
                .with("c.java", "class C {}");
        var selector = new QuerySelector("(class_declaration) @x", null, "java");
        var first = facts.query(commit, selector, PageRequest.first(1));
        assertThat(first.skipped()).isEmpty();
        var second = facts.query(commit, selector, new PageRequest(1, first.next(), 3, PositionEncoding.UTF_8));
        assertThat(second.items()).extracting(Match::path).containsExactly("c.java");
        assertThat(second.skipped()).containsExactly(new ResultPage.Skipped("b.java", "binary"));
    }

    private String code(TestCommit commit, String query, String path, String lang) {
        try {
            return "ok "
                    + facts.query(commit, new QuerySelector(query, path, lang), PageRequest.first(10))
                            .items()
                            .size();
        } catch (SourceFault e) {
            return e.status() + " " + e.code();
        }
    }

    @Test
    void aQueryThatTakesTooLongEndsIn504() {
        facts.close();
        var little = new SourceLimits(10 << 20, 4 << 20, 65_536, Duration.ofMillis(30));
        facts = new Facts(cache, engine, () -> little, () -> mostTreeBytes, problems::add);
        var commit = new TestCommit("r").with("A.java", "class A { int x = " + "1+".repeat(300_000) + "1; }");
        assertThat(code(commit, "(_ (_) @a (_) @b) @c", "A.java", "java")).isEqualTo("504 query_timeout");
    }

    /** Facts whose clock is {@code seconds} further at each look. */
    private AtomicLong hurry(long seconds) {
        facts.close();
        var looks = new AtomicLong();
        LongSupplier clock =
                () -> Duration.ofSeconds(seconds * looks.getAndIncrement()).toNanos();
        facts = new Facts(
                cache, engine, () -> LIMITS, () -> mostTreeBytes, problems::add, clock, Indexes.SPARE_FILES, PATIENCE);
        return looks;
    }

    @Test
    void theTimeOfAQueryBeginsBeforeItIsCompiled() {
        var commit = new TestCommit("r").with("A.java", "class A {}").with("B.java", "class B {}");
        hurry(10);
        assertThat(code(commit, "(identifier) @x", "A.java", "java")).isEqualTo("504 query_timeout");
        assertThat(engine.runs).as("files that were begun").hasValue(0);
        hurry(4);
        assertThat(code(commit, "(identifier) @x", "A.java", "java")).isEqualTo("ok 1");
        assertThat(engine.limits).containsExactly(TaskLimits.together(Duration.ofSeconds(6)));
    }

    @Test
    void aWorkerThatCompilesAQueryHasTheTimeThatIsLeftOfIt() {
        var commit = new TestCommit("r").with("A.java", "class A {}");
        engine.isolated = "java";
        hurry(2);
        assertThat(code(commit, "(identifier) @x", "A.java", "java")).isEqualTo("ok 1");
        assertThat(engine.limits)
                .isNotEmpty()
                .allSatisfy(limit -> assertThat(limit.waiting()).isLessThan(Duration.ofSeconds(10)));
        engine.limits.clear();
        hurry(10);
        assertThat(code(commit, "(identifier) @x", "A.java", "java")).isEqualTo("504 query_timeout");
        assertThat(engine.limits).isEmpty();
    }

    @Test
    void filesThatCannotMatchTakeOfTheTime() {
        var commit = new TestCommit("r");
        for (int i = 0; i < 100; i++) {
            commit.with("F" + i + ".java", "class F" + i + " {}");
        }
        String query = "((identifier) @x (#eq? @x \"nowhere\"))";
        engine.isolated = "java";
        AtomicLong looks = hurry(0);
        assertThat(code(commit, query, null, "java")).isEqualTo("ok 0");
        assertThat(engine.runs).as("only the query was compiled").hasValue(1);
        assertThat(looks.get()).isGreaterThan(100);
        hurry(1);
        var late = facts.query(commit, new QuerySelector(query, null, "java"), PageRequest.first(10));
        assertThat(late.truncated()).isEqualTo("time");
    }

    // @req:source-overload
    @Test
    void aQueryWhoseTimeIsOverGoesOnBehindTheFilesItHasLookedAt() {
        var commit = new TestCommit("r");
        for (int i = 10; i < 60; i++) {
            commit.with("F" + i + ".java", "class F" + i + " {}");
        }
        engine.isolated = "java";
        var selector = new QuerySelector("(class_declaration name: (identifier) @x)", null, "java");
        var paths = new ArrayList<String>();
        int pages = 0;
        String after = null;
        do {
            hurry(1);
            var page = facts.query(commit, selector, new PageRequest(1000, after, 0, PositionEncoding.UTF_8));
            page.items().forEach(match -> paths.add(match.path()));
            assertThat(page.truncated()).isEqualTo(page.next() == null ? null : "time");
            after = page.next();
            pages++;
        } while (after != null);

        assertThat(pages).isGreaterThan(1);
        assertThat(paths).hasSize(50).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void moreMatchesUnderWayThanAreComparedBetweenTwoLooksAtTheTimeAreDroppedAndTold() {
        var commit = new TestCommit("r").with("A.java", "class A {" + " int f;".repeat(30) + "}");
        var three = "(class_body (field_declaration) @a (field_declaration) @b (field_declaration) @c (%s) @d)";
        ResultPage<Match> found = facts.query(
                commit, new QuerySelector(three.formatted("method_declaration"), null, "java"), PageRequest.first(10));
        assertThat(found.items()).isEmpty();
        assertThat(found.truncated()).isEqualTo("match_limit");
    }

    @Test
    void anIsolatedLanguageAnswersTheSame() {
        var commit = new TestCommit("r").with("A.java", "// @req:A\nclass A { void f() {} }");
        var query = new QuerySelector("(method_declaration name: (identifier) @n)", null, "java");
        var here = facts.query(commit, query, PageRequest.first(10));
        var named = named(commit, "f");
        engine.isolated = "java";
        engine.salt = " apart";
        engine.generation++;
        assertThat(facts.query(commit, query, PageRequest.first(10))).isEqualTo(here);
        assertThat(named(commit, "f")).isEqualTo(named);
        assertThat(code(commit, "(identifer) @x", null, "java")).isEqualTo("422 bad_query");
    }

    @Test
    void aWorkerThatFailsWithAFileCostsThatFileOnly() throws Exception {
        var commit =
                new TestCommit("r").with("A.java", "class A { void f() {} }").with("B.java", "class B { /*BAD*/ }");
        var file = new FileEntry("B.java", "file", "100644", 1, commit.blob("B.java"), "java", null, null, null);
        var bad = new ResultPage.Skipped("B.java", "crashed");
        engine.isolated = "java";
        for (var failure : List.of(new IllegalStateException("BAD"), new DamagedFacts("BAD"))) {
            engine.salt += ".";
            engine.generation++;
            engine.failure = failure;
            facts.languagesChanged();
            facts.indexes().follow(commit);
            assertThat(facts.symbols(commit, new SymbolSelector(null, "class", null), PageRequest.first(10)))
                    .satisfies(found -> assertThat(paths(found)).containsExactly("A.java A"))
                    .satisfies(found -> assertThat(found.skipped()).containsExactly(bad));
            var matches = facts.query(
                    commit, new QuerySelector("(class_declaration) @c", null, "java"), PageRequest.first(10));
            assertThat(matches.items()).extracting(Match::path).containsExactly("A.java");
            assertThat(matches.skipped()).containsExactly(bad);
            assertThat(facts.highlights(commit, file)).isEmpty();
        }
        assertThat(problems)
                .isNotEmpty()
                .allSatisfy(problem -> assertThat(problem).contains(commit.blob("B.java")));
    }

    @Test
    void highlightsAreInOrderAndDoNotOverlap() {
        var commit = new TestCommit("r").with("A.java", "class A { String s = \"x\"; // c\n}");
        var file = new FileEntry("A.java", "file", "100644", 1, commit.blob("A.java"), "java", null, null, null);
        var pieces = facts.highlights(commit, file);
        assertThat(pieces).isNotEmpty();
        for (int i = 1; i < pieces.size(); i++) {
            assertThat(pieces.get(i).from())
                    .isGreaterThanOrEqualTo(pieces.get(i - 1).to());
        }
        assertThat(pieces).anySatisfy(piece -> {
            assertThat(piece.name()).startsWith("keyword");
            assertThat(piece.from()).isZero();
        });
    }

    @Test
    void noMoreTreesAreKeptThanTheConfigurationAllows() {
        var commit = new TestCommit("r").with("A.java", "class A {}").with("B.java", "class B {}");
        mostTreeBytes = 0;
        assertThat(code(commit, "(identifier) @x", null, "java")).isEqualTo("ok 2");
        assertThat(engine.held).as("languages that trees keep").hasValue(0);
        mostTreeBytes = 5000;
        assertThat(code(commit, "(identifier) @x", null, "java")).isEqualTo("ok 2");
        assertThat(engine.held).as("languages that trees keep").hasValue(1);
    }

    @Test
    void anErrorWithOneRepositoryKeepsNoOtherFromBeingMadeAnew() throws Exception {
        var commits = List.of(
                new TestCommit("a").with("A.java", "class A {}"), new TestCommit("b").with("B.java", "class B {}"));
        for (TestCommit commit : commits) {
            facts.indexes().follow(commit);
            assertThat(facts.indexes().isFollowed(commit)).isTrue();
        }
        engine.salt += ".";
        engine.generation++;
        var runs = new AtomicInteger();
        engine.onRun = () -> {
            if (runs.getAndIncrement() == 0) {
                throw new OutOfMemoryError("for a while");
            }
        };
        assertThatThrownBy(facts::languagesChanged).isInstanceOf(OutOfMemoryError.class);
        assertThat(runs).as("files that were begun, one of each repository").hasValue(2);
        assertThat(commits).extracting(facts.indexes()::isFollowed).containsExactlyInAnyOrder(true, false);
        facts.languagesChanged();
        assertThat(commits).extracting(facts.indexes()::isFollowed).containsOnly(true);
    }

    @Test
    void treesAreKeptForTheNextQueryAndDroppedWithTheirLanguage() throws Exception {
        var commit = new TestCommit("r").with("A.java", "class A {}");
        assertThat(code(commit, "(identifier) @x", "A.java", "java")).isEqualTo("ok 1");
        assertThat(engine.held).as("languages that trees keep").hasPositiveValue();
        assertThat(code(commit, "(identifier) @x", "A.java", "java")).isEqualTo("ok 1");
        engine.generation++;
        facts.languagesChanged();
        assertThat(engine.held).as("languages that trees keep").hasValue(0);
    }

    @Test
    void filesWithoutGrammarAreSearchedLineByLineOrNamed() {
        var commit = new TestCommit("r")
                .with("A.java", "// @req:A-1\nclass A {}\n")
                .with("Makefile", "# @req:A-2\nall:\n")
                .with("logo.png", new byte[] {0, 1})
                .with("odd.weird", "% @req:A-3\n")
                .with("run", "#!/usr/bin/env python3\n# @req:A-4\ndef run(): pass\n");
        ResultPage<Annotation> found = annotated(commit, null);
        assertThat(found.items())
                .extracting(each ->
                        each.id() + " " + each.association() + " " + each.item().lang() + " "
                                + each.item().kind() + " " + each.item().text())
                .containsExactly(
                        "A-1 next java class class A {}",
                        "A-2 line makefile null all:",
                        "A-4 next python function def run(): pass");
        assertThat(found.skipped()).containsExactly(new ResultPage.Skipped("odd.weird", "no_grammar"));
        assertThat(paths(named(commit, "run"))).containsExactly("run run");
        assertThat(named(commit, "A").skipped()).isEmpty();
        assertThat(facts.symbols(commit, new SymbolSelector(null, null, "Makefile"), PageRequest.first(9))
                        .skipped())
                .containsExactly(new ResultPage.Skipped("Makefile", "no_grammar"));
        assertThat(facts.symbols(commit, new SymbolSelector(null, null, "**/*.{java,weird}"), PageRequest.first(9))
                        .skipped())
                .containsExactly(new ResultPage.Skipped("odd.weird", "no_grammar"));
        assertThatThrownBy(() ->
                        facts.query(commit, new QuerySelector("(comment) @c", "Makefile", null), PageRequest.first(9)))
                .isInstanceOfSatisfying(
                        SourceFault.class, fault -> assertThat(fault.code()).isEqualTo("lang_mismatch"));
    }

    private ResultPage<Annotation> annotated(TestCommit commit, @Nullable String path) {
        return facts.annotations(commit, new AnnotationSelector("@req:*", path), PageRequest.first(100));
    }

    @Test
    void aLanguageThatARepositoryDoesNotAllowIsSearchedLineByLine() {
        var commit = new TestCommit("r")
                .with("a.py", "# @req:A-1\nx = 1\n")
                .with("b", "#!/bin/sh\n# @req:A-2\ntrue\n")
                .with("c", "#!/usr/bin/python\n# @req:A-3\ny = 1\n")
                .allowing("java");
        assertThat(annotated(commit, null).items())
                .extracting(each ->
                        each.id() + " " + each.association() + " " + each.item().lang())
                .containsExactly("A-1 line python", "A-2 line bash", "A-3 line python");
    }

    @Test
    void ofManyFilesWithoutGrammarTheFirstAreNamedAndTheOthersCounted() {
        var commit = new TestCommit("r").with("A.java", "// @req:A-1\nclass A {}\n");
        for (int i = 0; i < 130; i++) {
            commit.with("f" + i + ".weird", "x" + i);
        }
        List<ResultPage.Skipped> skipped = annotated(commit, null).skipped();
        assertThat(skipped).hasSize(101).last().isEqualTo(ResultPage.Skipped.more("no_grammar", 30));
        assertThat(annotated(commit, "A.java").skipped()).isEmpty();
    }

    private static final String BROKEN = "class Broken {\n  one() {}\n  <Q>(b: Q): Y<Q>\n\n  ]]] = {\n}\n\n";

    // @req:source-incomplete
    @Test
    void filesInWhichAnErrorMayHideSomethingStandInTheOnePageThatPassesThem() {
        var commit = new TestCommit("r")
                .with("a.js", "class A {}\n")
                .with("b.js", BROKEN + "class B {}\n")
                .with("c.js", "class C {}\n");
        var named = new ArrayList<List<ResultPage.Incomplete>>();
        String after = null;
        do {
            var page = facts.symbols(
                    commit,
                    new SymbolSelector("*", "class", null),
                    new PageRequest(1, after, 0, PositionEncoding.UTF_8));
            named.add(page.incomplete());
            after = page.next();
        } while (after != null);
        assertThat(named).hasSize(3);
        assertThat(named.get(0)).isEmpty();
        assertThat(named.get(1))
                .isNotEmpty()
                .allSatisfy(lines -> assertThat(lines.path()).isEqualTo("b.js"));
        assertThat(named.get(2)).isEmpty();
        assertThat(annotated(commit, null).incomplete()).isEqualTo(named.get(1));
        assertThat(annotated(commit, "c.js").incomplete()).isEmpty();
        for (String isolated : List.of("", "javascript")) {
            engine.isolated = isolated;
            assertThat(facts.query(
                                    commit,
                                    new QuerySelector("(identifier) @i", null, null),
                                    new PageRequest(100, null, 0, PositionEncoding.UTF_8))
                            .incomplete())
                    .extracting(ResultPage.Incomplete::path, ResultPage.Incomplete::from, ResultPage.Incomplete::to)
                    .containsExactly(tuple("b.js", 1, 8));
        }
    }

    // @req:source-incomplete
    @Test
    void aFileWhoseItemsFillSeveralPagesIsNamedOnTheFirstOfThem() {
        var commit = new TestCommit("r")
                .with("a.js", "class A {}\n")
                .with("b.js", "class B {}\n\nclass C {}\n\n" + BROKEN + "class D {}\n\nclass E {}\n")
                .with("c.js", "class F {}\n");
        for (int limit = 1; limit <= 8; limit++) {
            var named = new ArrayList<String>();
            String after = null;
            do {
                var window = new PageRequest(limit, after, 0, PositionEncoding.UTF_8);
                var page = facts.symbols(commit, new SymbolSelector(null, "class", null), window);
                page.incomplete().forEach(lines -> named.add(lines.path()));
                after = page.next();
            } while (after != null);
            assertThat(named).as("pages of %s", limit).containsExactly("b.js");
        }
    }

    @Test
    void ofManyIncompleteFilesTheFirstAreNamedAndTheOthersCounted() {
        var commit = new TestCommit("r");
        for (int i = 0; i < 120; i++) {
            commit.with("f" + i + ".js", "// " + i + "\n\n" + BROKEN);
        }
        List<ResultPage.Incomplete> incomplete = annotated(commit, null).incomplete();
        assertThat(incomplete.stream().map(ResultPage.Incomplete::path).distinct())
                .hasSize(101);
        assertThat(incomplete.getLast()).isEqualTo(ResultPage.Incomplete.more("syntax_error", 20));
    }

    private List<String> marks(TestCommit commit) {
        return facts.annotations(commit, new AnnotationSelector("@*:*", null), PageRequest.first(100)).items().stream()
                .map(each -> each.tag() + ":" + each.id() + "#" + each.revision())
                .toList();
    }

    @Test
    void theSameBlobHasOtherAnnotationsWhereARepositoryIsConfiguredOtherwise() throws InterruptedException {
        String text = "// @req:A [impl->dsn~b~2]\n// @ Does it, C\nclass A {}\n";
        var openfasttrace = new AnnotationFormat(AnnotationFormat.OPENFASTTRACE, null);
        var codelinks = new AnnotationFormat(AnnotationFormat.SPHINX_CODELINKS, null);
        var plain = new TestCommit("plain").with("A.java", text).with("Makefile", "# [impl->dsn~c~1]\nall:\n");
        var traced = new TestCommit("traced")
                .with("A.java", text)
                .with("Makefile", "# [impl->dsn~c~1]\nall:\n")
                .annotated(openfasttrace);
        facts.indexes().follow(plain);
        facts.indexes().follow(traced);
        assertThat(marks(plain)).containsExactly("req:A#null");
        assertThat(marks(traced)).containsExactly("req:A#null", "impl:dsn~b#2", "impl:dsn~c#1");

        var changed = new TestCommit("traced").with("A.java", text).annotated(codelinks);
        int runs = engine.runs.get();
        facts.indexes().follow(changed);
        assertThat(marks(changed)).containsExactly("req:A#null", "impl:C#null");
        assertThat(engine.runs).hasValue(runs + 1);
        assertThat(marks(plain)).containsExactly("req:A#null");
        assertThat(engine.runs).hasValue(runs + 1);
    }

    @Test
    void aWorkerProcessIsToldInWhichFormatsAnnotationsAre() {
        engine.isolated = "java";
        var commit = new TestCommit("r")
                .with("A.java", "// STORY-7 [impl->dsn~b~2]\nclass A {}\n")
                .annotated(
                        new AnnotationFormat(AnnotationFormat.OPENFASTTRACE, null),
                        new AnnotationFormat("story", "STORY-(?P<id>[0-9]+)"));
        assertThat(marks(commit)).containsExactly("story:7#null", "impl:dsn~b#2");
    }
}
