package io.precinct.source.parse;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.source.api.grammar.Language;
import io.precinct.source.testing.OpenNatives;
import io.precinct.testing.Eventually;
import io.precinct.treesitter.Cursor;
import io.precinct.treesitter.Tree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Grammars are replaced while queries run; {@code -Dprecinct.swaps=200} for more of them. */
class SwapTest {
    private static final int SWAPS = Integer.getInteger("precinct.swaps", 40);
    private static final long ALLOWED = 20L << 20;
    private static final byte[] SOURCE =
            ("class A {" + " int f(int a) { return a; }\n".repeat(50) + "}").getBytes(StandardCharsets.UTF_8);

    private final OpenNatives live = new OpenNatives();

    @TempDir
    Path folder;

    @Test
    void swapsUnderRunningQueriesFailNoneOfThemAndLeaveNothingBehind() throws Exception {
        Grammars.install(folder);
        var failures = new ConcurrentLinkedQueue<Throwable>();
        var done = new AtomicInteger();
        var stop = new AtomicBoolean();
        long half = 0;
        try (var workers = new Workers(folder.resolve("workers"));
                var languages = new Languages(folder, workers, new NothingFetched(), Duration.ZERO);
                var pool = new ParsePool(2, Duration.ofSeconds(2))) {
            languages.accept(Grammars.deployed(generation(0)));
            List<Thread> callers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                callers.add(Thread.ofVirtual().start(() -> {
                    while (!stop.get()) {
                        try {
                            query(languages, pool);
                            done.incrementAndGet();
                        } catch (Throwable t) {
                            failures.add(t);
                        }
                    }
                }));
            }
            try {
                for (int swap = 1; swap <= SWAPS; swap++) {
                    languages.accept(Grammars.deployed(generation(swap)));
                    int enough = done.get() + 8;
                    Eventually.until(
                            () -> enough + " queries are answered, not only " + done,
                            () -> done.get() >= enough || !failures.isEmpty());
                    if (swap == SWAPS / 2) {
                        half = resident();
                    }
                }
            } finally {
                stop.set(true);
            }
            for (Thread caller : callers) {
                caller.join();
            }
            assertThat(failures).isEmpty();
            assertThat(done.get()).isGreaterThan(SWAPS * 8);
            assertThat(live.now()).containsEntry("tree", 0L);
            assertThat(live.now().get("language")).isEqualTo(1);
        }
        assertThat(live.now())
                .allSatisfy((kind, live) -> assertThat(live).as(kind).isZero());
        if (half > 0) {
            assertThat(resident() - half).isLessThan(ALLOWED);
        }
    }

    /** Every generation is another library, as every build of a grammar is. */
    private static Language generation(int number) {
        byte[] library = Arrays.copyOf(Grammars.JAVA, Grammars.JAVA.length + 1 + number);
        return Grammars.java(library)
                .symbols(Grammars.SYMBOLS + "\n; " + number)
                .build();
    }

    private static void query(Languages languages, ParsePool pool) throws Exception {
        try (LanguageHandle handle = languages.acquire("java")) {
            int found = pool.call(
                    handle,
                    bench -> {
                        var count = new AtomicInteger();
                        try (Tree tree = bench.parser()
                                .parse(bench.loaded().nativeLanguage(), SOURCE, SOURCE.length, bench.cancelled())) {
                            bench.cursor()
                                    .run(
                                            bench.loaded().symbols(),
                                            tree.root(),
                                            new Cursor.Limits(256, bench.cancelled()),
                                            match -> count.incrementAndGet() > 0);
                        }
                        return count.get();
                    },
                    TaskLimits.together(Duration.ofSeconds(10)));
            if (found != 51) {
                throw new AssertionError("found " + found);
            }
        }
    }

    private static long resident() throws IOException {
        Path statm = Path.of("/proc/self/statm");
        if (!Files.exists(statm)) {
            return 0;
        }
        System.gc();
        return Long.parseLong(Files.readString(statm).split(" ", -1)[1]) * 4096;
    }
}
