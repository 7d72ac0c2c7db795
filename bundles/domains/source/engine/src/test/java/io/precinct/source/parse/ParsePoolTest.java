package io.precinct.source.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.source.api.grammar.Language;
import io.precinct.source.testing.OpenNatives;
import io.precinct.testing.Eventually;
import io.precinct.treesitter.Cancelled;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** No wait here is as long as {@link #PATIENCE}, unless something is wrong. */
@Timeout(60)
class ParsePoolTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final TaskLimits LIMIT = TaskLimits.together(PATIENCE);

    private final OpenNatives live = new OpenNatives();

    @TempDir
    Path folder;

    private ParsePool pool;
    private LanguageHandle handle;

    @BeforeEach
    void open() throws Exception {
        Grammars.install(folder);
        pool = new ParsePool(2, Duration.ofSeconds(2));
        Language language = Grammars.java().build();
        Path file = new NativeFiles(folder).put("java.so", Grammars.JAVA);
        handle = new LanguageHandle(language, "", LoadedLanguage.load(language, file, ""));
    }

    @AfterEach
    void close() {
        handle.close();
        pool.close();
        assertThat(live.now())
                .allSatisfy((kind, live) -> assertThat(live).as(kind).isZero());
    }

    @Test
    void noMoreWorkRunsAtOnceThanThereAreThreads() throws Exception {
        var running = new AtomicInteger();
        var most = new AtomicInteger();
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            var all = new ArrayList<Future<?>>();
            for (int i = 0; i < 200; i++) {
                all.add(callers.submit(() -> pool.call(
                        handle,
                        bench -> {
                            most.accumulateAndGet(running.incrementAndGet(), Math::max);
                            try (var tree = bench.parser()
                                    .parse(
                                            bench.loaded().nativeLanguage(),
                                            "class A {}".getBytes(StandardCharsets.UTF_8))) {
                                return tree.hasError();
                            } finally {
                                running.decrementAndGet();
                            }
                        },
                        LIMIT)));
            }
            for (Future<?> one : all) {
                assertThat(one.get(10, TimeUnit.SECONDS)).isEqualTo(false);
            }
        }
        assertThat(most.get()).isBetween(1, 2);
    }

    @Test
    void whatWorkThrowsReachesItsCaller() {
        assertThatThrownBy(() -> pool.call(
                        handle,
                        bench -> {
                            throw new IOException("mine");
                        },
                        LIMIT))
                .isInstanceOf(IOException.class)
                .hasMessage("mine");
    }

    @Test
    void waitingCountsAsTime() throws Exception {
        var gate = new CountDownLatch(1);
        var started = new CountDownLatch(2);
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 2; i++) {
                callers.submit(() -> pool.call(
                        handle,
                        bench -> {
                            started.countDown();
                            return gate.await(10, TimeUnit.SECONDS);
                        },
                        LIMIT));
            }
            assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();
            assertThatThrownBy(() -> pool.call(handle, bench -> "late", TaskLimits.together(Duration.ofMillis(50))))
                    .isInstanceOfSatisfying(
                            TimedOut.class, late -> assertThat(late.begun()).isFalse());
            gate.countDown();
        }
        String answer = pool.call(handle, bench -> "in time", LIMIT);
        assertThat(answer).isEqualTo("in time");
    }

    @Test
    void repositoriesTakeTurns() throws Exception {
        var gate = new CountDownLatch(1);
        var started = new CountDownLatch(2);
        var done = new CopyOnWriteArrayList<String>();
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 2; i++) {
                callers.submit(() -> pool.call(
                        handle,
                        bench -> {
                            started.countDown();
                            return gate.await(10, TimeUnit.SECONDS);
                        },
                        LIMIT));
            }
            assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();
            for (int i = 0; i < 100; i++) {
                callers.submit(() -> pool.call(handle, bench -> done.add("busy"), LIMIT.in(Turn.of("busy", 1))));
            }
            Eventually.until(() -> "the work of the first one waits", () -> pool.waiting() == 100);
            callers.submit(() -> pool.call(handle, bench -> done.add("quiet"), LIMIT.in(Turn.of("quiet", 1))));
            Eventually.until(() -> "the work of the other one waits", () -> pool.waiting() == 101);
            gate.countDown();
        }
        assertThat(done).hasSize(101);
        assertThat(done.indexOf("quiet")).isLessThan(20);
    }

    @Test
    void anOwnerMayTakeHalfOfTheRoom() throws Exception {
        var gate = new CountDownLatch(1);
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 2; i++) {
                callers.submit(() -> pool.call(handle, bench -> gate.await(10, TimeUnit.SECONDS), LIMIT));
            }
            for (int i = 0; i < 500; i++) {
                callers.submit(() -> pool.call(handle, bench -> "busy", LIMIT.in(Turn.of("busy", 1))));
            }
            Eventually.until(() -> "half of the room is taken", () -> pool.waiting() == 128);
            Future<String> other =
                    callers.submit(() -> pool.call(handle, bench -> "quiet", LIMIT.in(Turn.of("quiet", 1))));
            Eventually.until(() -> "another one's work waits too", () -> pool.waiting() == 129);
            gate.countDown();
            assertThat(other.get(10, TimeUnit.SECONDS)).isEqualTo("quiet");
        }
    }

    @Test
    void largeWorkNeverTakesAllThreads() throws Exception {
        var gate = new CountDownLatch(1);
        var running = new AtomicInteger();
        Turn large = Turn.of("large", 5L << 20);
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            var all = new ArrayList<Future<Boolean>>();
            for (int i = 0; i < 3; i++) {
                all.add(callers.submit(() -> pool.call(
                        handle,
                        bench -> {
                            running.incrementAndGet();
                            return gate.await(10, TimeUnit.SECONDS);
                        },
                        LIMIT.in(large))));
            }
            Eventually.until(() -> "the others wait", () -> pool.waiting() == 2);
            Future<String> behind =
                    callers.submit(() -> pool.call(handle, bench -> "small", LIMIT.in(Turn.of("large", 10))));
            assertThat(behind.get(10, TimeUnit.SECONDS)).isEqualTo("small");
            assertThat(running.get()).isOne();
            gate.countDown();
            for (Future<Boolean> one : all) {
                assertThat(one.get(10, TimeUnit.SECONDS)).isTrue();
            }
        }
        assertThat(running.get()).isEqualTo(3);
    }

    @Test
    void theTimeForWorkingBeginsWhenTheWorkDoes() throws Exception {
        LocalTask<Boolean, Exception> isOver = bench -> bench.cancelled().getAsBoolean();
        assertThat(pool.call(handle, isOver, LIMIT)).isFalse();
        assertThat(pool.call(handle, isOver, new TaskLimits(PATIENCE, Duration.ZERO)))
                .isTrue();
        assertThatThrownBy(() -> pool.call(
                        handle,
                        bench -> {
                            while (!bench.cancelled().getAsBoolean()) {
                                Thread.onSpinWait();
                            }
                            throw new Cancelled();
                        },
                        new TaskLimits(PATIENCE, Duration.ofMillis(50))))
                .isInstanceOfSatisfying(
                        TimedOut.class, late -> assertThat(late.begun()).isTrue());
    }

    @Test
    void workWhoseCallerIsInterruptedIsGivenUp() throws Exception {
        var started = new CountDownLatch(1);
        var ended = new CountDownLatch(1);
        Thread caller = Thread.ofVirtual().start(() -> {
            try {
                pool.call(
                        handle,
                        bench -> {
                            started.countDown();
                            while (!bench.cancelled().getAsBoolean()) {
                                Thread.onSpinWait();
                            }
                            ended.countDown();
                            return null;
                        },
                        LIMIT);
            } catch (InterruptedException e) {
                // Expected.
            } catch (TimedOut e) {
                throw new AssertionError(e);
            }
        });
        assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();
        caller.interrupt();
        assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
        caller.join();
    }

    /** What is left behind shows when all is closed. */
    @Test
    void whoeverIsInterruptedBeforeTheWorkIsTakenLeavesNothingBehind() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> pool.call(handle, bench -> "never", LIMIT)).isInstanceOf(InterruptedException.class);
    }

    @Test
    void aThreadThatWasGivenUpAndCameBackIsNotCountedAsAwayForEver() throws Exception {
        for (int round = 0; round < 3; round++) {
            var release = new CountDownLatch(1);
            List<Thread> away = giveUpBoth(release);
            release.countDown();
            for (Thread thread : away) {
                assertThat(thread.join(PATIENCE)).isTrue();
            }
        }
        assertThat(pool.<String, Exception>call(handle, bench -> "answered", LIMIT))
                .isEqualTo("answered");
    }

    /** Keeps both threads in work that heeds no wish to end until they are replaced. */
    private List<Thread> giveUpBoth(CountDownLatch release) throws Exception {
        List<Thread> away = new CopyOnWriteArrayList<>();
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            var all = new ArrayList<Future<?>>();
            for (int i = 0; i < 2; i++) {
                all.add(callers.submit(() -> pool.<String, Exception>call(
                        handle,
                        bench -> {
                            away.add(Thread.currentThread());
                            release.await();
                            return "late";
                        },
                        new TaskLimits(PATIENCE, Duration.ofMillis(100)))));
            }
            for (Future<?> each : all) {
                assertThatThrownBy(each::get).hasCauseInstanceOf(TimedOut.class);
            }
        }
        assertThat(away).hasSize(2);
        return away;
    }
}
