package io.precinct.source.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.service.Extension;
import io.precinct.core.api.plugin.Generation;
import io.precinct.core.api.plugin.Plugin;
import io.precinct.core.api.plugin.PluginSnapshot;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.QuerySelector;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.SourceLimits;
import io.precinct.source.api.SymbolSelector;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import io.precinct.source.facts.index.Indexes;
import io.precinct.source.parse.ParsePool;
import io.precinct.source.parse.Parsing;
import io.precinct.source.testing.ShippedGrammars;
import io.precinct.source.testing.TestCommit;
import io.precinct.source.testing.TestEngine;
import io.precinct.testing.Eventually;
import io.precinct.treesitter.TreeSitter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Facts on the threads and languages that the service has. */
class ParseEngineTest {
    private static final SourceLimits LIMITS = new SourceLimits(10 << 20, 4 << 20, 65_536, Duration.ofSeconds(10));

    @TempDir
    Path folder;

    @Test
    void grammarsAreReplacedUnderQuestionsWithoutFailingOneOrLeavingAnythingBehind() throws Exception {
        Map<String, Long> before = Map.copyOf(new TestEngine().live());
        var commit = new TestCommit("r");
        for (int i = 0; i < 40; i++) {
            commit.with("A" + i + ".java", "class A" + i + " { void run() {} }");
        }
        var failures = new ConcurrentLinkedQueue<Throwable>();
        var done = new AtomicInteger();
        var stop = new AtomicBoolean();
        try (var parsing = Parsing.open(folder.resolve("data"), null, folder.resolve("pins"))) {
            parsing.languages().accept(deployed(0));
            var engine = new ParseEngine(parsing.languages(), parsing.pool());
            try (var facts = new Facts(
                    folder.resolve("cache"),
                    engine,
                    () -> LIMITS,
                    () -> 1 << 26,
                    problem -> failures.add(new AssertionError(problem)),
                    System::nanoTime,
                    Indexes.SPARE_FILES,
                    // However slow the machine, no answer is a part.
                    Duration.ofMinutes(1))) {
                facts.indexes().follow(commit);
                var callers = new ArrayList<Thread>();
                for (int i = 0; i < 3; i++) {
                    callers.add(Thread.ofVirtual().start(() -> {
                        while (!stop.get()) {
                            ask(facts, commit, failures);
                            done.incrementAndGet();
                        }
                    }));
                }
                try {
                    for (int swap = 1; swap <= 20; swap++) {
                        parsing.languages().accept(deployed(swap));
                        facts.languagesChanged();
                        int enough = done.get() + 4;
                        Eventually.until(
                                () -> enough + " questions are answered, not only " + done,
                                () -> done.get() >= enough || !failures.isEmpty());
                    }
                } finally {
                    stop.set(true);
                }
                for (Thread caller : callers) {
                    caller.join();
                }
            }
        }
        assertThat(failures).isEmpty();
        assertThat(done.get()).isGreaterThan(80);
        assertThat(TreeSitter.live()).isEqualTo(before);
    }

    @Test
    void aQueryWithoutEndGivesItsThreadAndItsQueryBackWhenItsTimeIsOver() throws Exception {
        Map<String, Long> before = Map.copyOf(new TestEngine().live());
        var commit = new TestCommit("r").with("A.java", "class A { int[] a = {" + "\n1,".repeat(60_000) + "1}; }");
        String numbers = " (decimal_integer_literal) @a (decimal_integer_literal) @b (decimal_integer_literal) @c"
                + " (decimal_integer_literal) @d ";
        var query = new QuerySelector("(array_initializer" + numbers + "(string_literal) @e)", "A.java", "java");
        var second = new SourceLimits(10 << 20, 4 << 20, 65_536, Duration.ofSeconds(1));
        // However slow the machine, no thread is given up.
        try (var parsing = Parsing.open(folder.resolve("data"), null, folder.resolve("pins"));
                var patient = new ParsePool(2, Duration.ofMinutes(2))) {
            parsing.languages().accept(deployed(0));
            try (var facts = new Facts(
                    folder.resolve("cache"),
                    new ParseEngine(parsing.languages(), patient),
                    () -> second,
                    () -> 1 << 26,
                    problem -> {
                        throw new AssertionError(problem);
                    })) {
                assertThatThrownBy(() -> facts.query(commit, query, PageRequest.first(10)))
                        .isInstanceOfSatisfying(
                                SourceFault.class,
                                fault -> assertThat(fault.code()).isEqualTo("query_timeout"));
            }
        }
        // What native code still works with when its caller has given up is never freed.
        assertThat(TreeSitter.live()).isEqualTo(before);
    }

    private static void ask(Facts facts, TestCommit commit, ConcurrentLinkedQueue<Throwable> failures) {
        try {
            var symbols = facts.symbols(commit, new SymbolSelector("run", "method", null), PageRequest.first(100));
            var matches = facts.query(
                    commit, new QuerySelector("(method_declaration) @m", null, "java"), PageRequest.first(100));
            if (symbols.items().size() != 40 || matches.items().size() != 40) {
                failures.add(new AssertionError(
                        symbols.items().size() + " symbols, " + matches.items().size() + " matches"));
            }
        } catch (RuntimeException e) {
            failures.add(e);
        }
    }

    /** Each with another query, as every build of a grammar is another grammar. */
    private static PluginSnapshot deployed(int number) {
        Language java = ShippedGrammars.grammar("java").language();
        var language = new Language(
                java.name(),
                java.files(),
                java.library(),
                java.symbols() + "\n; " + number,
                java.kinds(),
                java.comments(),
                java.highlights());
        var plugin = new Plugin<Extension>(
                "java",
                (Grammar) () -> language,
                new Generation(number, number, "grammar", "1.0.0", "deploy:" + number));
        return new PluginSnapshot(
                number,
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                List.of(),
                Map.of(Grammar.KIND + " java", plugin),
                List.of(),
                List.of());
    }
}
