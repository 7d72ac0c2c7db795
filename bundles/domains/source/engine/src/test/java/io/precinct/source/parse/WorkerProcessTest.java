package io.precinct.source.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import io.precinct.source.testing.OpenNatives;
import io.precinct.testing.Eventually;
import io.precinct.treesitter.BadQuery;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class WorkerProcessTest {
    private static final byte[] SOURCE = "class Größe { void f() {} }".getBytes(StandardCharsets.UTF_8);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final TaskLimits LIMIT = TaskLimits.together(PATIENCE);

    private final OpenNatives live = new OpenNatives();

    @TempDir
    Path folder;

    private Workers workers;
    private ParsePool pool;

    @BeforeEach
    void open() {
        Grammars.install(folder);
        workers = new Workers(folder.resolve("workers"), List.of(TestOperations.class));
        // However slow the machine, no thread is given up.
        pool = new ParsePool(2, PATIENCE);
    }

    @AfterEach
    void close() {
        workers.close();
        pool.close();
        assertThat(live.now())
                .allSatisfy((kind, live) -> assertThat(live).as(kind).isZero());
    }

    @Test
    void workIsDoneInAnotherProcessAsInThisOne() throws Exception {
        try (LanguageHandle here = here();
                LanguageHandle there = there(Grammars.JAVA)) {
            for (LanguageHandle handle : List.of(here, there)) {
                assertThat(run(handle, "(class_declaration name: (identifier) @n)", SOURCE))
                        .isEqualTo("Größe");
                assertThat(run(handle, "((identifier) @n (#eq? @n \"Größe\"))", SOURCE))
                        .isEqualTo("Größe");
                BadQuery bad =
                        catchThrowableOfType(BadQuery.class, () -> run(handle, "; ü\n(clas_declaration) @n", SOURCE));
                assertThat(bad.kind()).isEqualTo(BadQuery.Kind.NODE_TYPE);
                assertThat(bad.row()).isEqualTo(1);
                assertThat(bad.word()).isEqualTo("clas_declaration");
                assertThat(bad.suggestions()).contains("class_declaration");
                assertThatThrownBy(() -> pool.run(handle, new TestOperations.Fails(), SOURCE, SOURCE, LIMIT))
                        .isInstanceOf(RuntimeException.class)
                        .hasMessageContaining("as told");
            }
        }
    }

    @Test
    void workEndsAtItsDeadlineHereAndThere() throws Exception {
        byte[] large = ("class A {" + " int f(int a) { return a * (a + 1); }\n".repeat(60_000) + "}")
                .getBytes(StandardCharsets.UTF_8);
        try (LanguageHandle here = here();
                LanguageHandle there = there(Grammars.JAVA)) {
            run(there, "(identifier) @n", SOURCE);
            for (LanguageHandle handle : List.of(here, there)) {
                assertThatThrownBy(() -> pool.run(
                                handle,
                                new TestOperations.Texts(),
                                large,
                                utf8("(identifier) @n"),
                                TaskLimits.together(Duration.ofMillis(100))))
                        .isInstanceOf(TimedOut.class);
                assertThat(run(handle, "(class_declaration name: (identifier) @n)", SOURCE))
                        .isEqualTo("Größe");
            }
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aGrammarThatCrashesCostsTheWorkInItAndNothingElse() throws Exception {
        byte[] bad = Elf.patched(Grammars.JAVA, "ts_lex", Elf.crash());
        try (LanguageHandle crashing = there(bad);
                LanguageHandle good = there(Grammars.JAVA)) {
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> run(crashing, "(identifier) @n", SOURCE))
                        .isInstanceOf(WorkerCrashed.class)
                        .hasMessageContaining("java");
                assertThat(run(good, "(class_declaration name: (identifier) @n)", SOURCE))
                        .isEqualTo("Größe");
            }
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aGrammarThatNeverEndsIsEndedAtTheDeadline() throws Exception {
        byte[] endless = Elf.patched(Grammars.JAVA, "ts_lex", Elf.forever());
        try (LanguageHandle handle = there(endless)) {
            assertThatThrownBy(() -> pool.run(
                            handle,
                            new TestOperations.Texts(),
                            SOURCE,
                            utf8("(identifier) @n"),
                            TaskLimits.together(Duration.ofSeconds(3))))
                    .isInstanceOf(TimedOut.class);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aGrammarThatNeverEndsTakesNoThreadFromOthersAndKeepsNoCaller() throws Exception {
        byte[] endless = Elf.patched(Grammars.JAVA, "ts_lex", Elf.forever());
        try (LanguageHandle there = there(endless);
                LanguageHandle here = here()) {
            List<Thread> callers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                callers.add(Thread.ofVirtual()
                        .start(() -> assertThatThrownBy(() -> pool.run(
                                        there,
                                        new TestOperations.Texts(),
                                        SOURCE,
                                        utf8("(identifier) @n"),
                                        TaskLimits.together(Duration.ofMinutes(10))))
                                .isInstanceOf(InterruptedException.class)));
            }
            Eventually.until(
                    () -> "all of them wait: " + callers, () -> callers.stream().allMatch(WorkerProcessTest::waits));
            assertThat(run(here, "(class_declaration name: (identifier) @n)", SOURCE))
                    .isEqualTo("Größe");
            callers.forEach(Thread::interrupt);
            for (Thread caller : callers) {
                assertThat(caller.join(PATIENCE)).isTrue();
            }
        }
    }

    private static boolean waits(Thread thread) {
        return thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING;
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aGrammarThatCrashesIsToldByItsTrial() throws Exception {
        var host = new GrammarHost(folder);
        byte[] bad = Elf.patched(Grammars.JAVA, "ts_lex", Elf.crash());
        Language language = Grammars.java(bad).build();
        assertThat(host.problems((Grammar) () -> language))
                .singleElement()
                .asString()
                .contains("java crashes");
        Language broken = Grammars.java().symbols("(clas_declaration) @x").build();
        assertThat(host.problems((Grammar) () -> broken))
                .singleElement()
                .asString()
                .contains("query for symbols", "class_declaration");
        Language good = Grammars.java().build();
        assertThat(host.problems((Grammar) () -> good)).isEmpty();
        host.stop();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aProcessEndsWhenTheOneThatStartedItGoesEvenWhileItHangs() throws Exception {
        Path library = Files.write(folder.resolve("endless.so"), Elf.patched(Grammars.JAVA, "ts_lex", Elf.forever()));
        Process parent = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Parent.class.getName(),
                        library.toString(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String line;
        try (var out = parent.inputReader()) {
            line = out.readLine();
        }
        ProcessHandle child = ProcessHandle.of(Long.parseLong(line)).orElseThrow();
        parent.destroyForcibly();
        child.onExit().get(20, TimeUnit.SECONDS);
        assertThat(child.isAlive()).isFalse();
    }

    /** Starts a worker, gives it work that never ends, and says its process id. */
    static final class Parent {
        private Parent() {}

        public static void main(String[] arguments) throws Exception {
            Path folder = Path.of(arguments[1]);
            Grammars.install(folder);
            var workers = new Workers(folder.resolve("parent"), List.of(TestOperations.class));
            var process = workers.process(Grammars.java().build(), Path.of(arguments[0]));
            process.load(PATIENCE);
            System.out.println(
                    ProcessHandle.current().children().findFirst().orElseThrow().pid());
            process.run(new TestOperations.Texts(), SOURCE, utf8("(identifier) @n"), LIMIT);
        }
    }

    private LanguageHandle here() throws Exception {
        Language language = Grammars.java().build();
        Path file = new NativeFiles(folder).put("java.so", Grammars.JAVA);
        return new LanguageHandle(language, "", LoadedLanguage.load(language, file, ""));
    }

    private LanguageHandle there(byte[] library) throws Exception {
        Path file = new NativeFiles(folder).put("java.so", library);
        return new LanguageHandle(
                Grammars.java().build(), "", workers.process(Grammars.java().build(), file));
    }

    private String run(LanguageHandle handle, String query, byte[] source) throws Exception {
        return new String(
                pool.run(handle, new TestOperations.Texts(), source, utf8(query), LIMIT), StandardCharsets.UTF_8);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
