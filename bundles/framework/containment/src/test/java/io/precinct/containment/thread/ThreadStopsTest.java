package io.precinct.containment.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.containment.guard.LoopGuard;
import io.precinct.core.api.dispatch.ReplaceableThread;
import io.precinct.core.api.thread.AbandonableThread;
import io.precinct.core.api.thread.NativeThread;
import io.precinct.core.api.thread.ThreadContainment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Calls the guard directly; in a container, the changed classes of deployed bundles call it in their loops. */
@Timeout(60)
class ThreadStopsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ThreadStops stops = new ThreadStops();
    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void close() {
        end.countDown();
        stops.close();
        AbandonableThread.containedBy(ThreadContainment.NONE);
    }

    private static FutureTask<@Nullable Void> endless(CountDownLatch began) {
        return new FutureTask<>(() -> {
            began.countDown();
            while (true) {
                LoopGuard.turn();
            }
        });
    }

    @Test
    void aThreadThatIsToEndEndsAtTheNextTurnOfALoop() throws Exception {
        var began = new CountDownLatch(1);
        FutureTask<@Nullable Void> task = endless(began);
        Thread thread = Thread.ofPlatform().daemon().start(task);
        began.await();

        assertThat(stops.end(thread)).isTrue();

        assertThat(thread.join(PATIENCE)).isTrue();
        assertThatThrownBy(task::get).isInstanceOf(ExecutionException.class).hasCauseInstanceOf(LoopGuard.Ended.class);
        LoopGuard.turn(); // does not throw in other threads
    }

    @Test
    void whatIsSparedGoesOn() {
        stops.end(Thread.currentThread());
        assertThatThrownBy(LoopGuard::turn).isInstanceOf(LoopGuard.Ended.class);

        stops.spare(Thread.currentThread());

        LoopGuard.turn();
    }

    @Test
    void anAbandonedThreadEndsInALoopThatNothingElseEnds() throws Exception {
        AbandonableThread.containedBy(stops);
        var began = new CountDownLatch(1);
        FutureTask<@Nullable Void> task = endless(began);
        var thread = new AbandonableThread("endless", task);
        thread.start();
        began.await();

        thread.abandon();

        assertThat(thread.join(PATIENCE)).isTrue();
        assertThatThrownBy(task::get).isInstanceOf(ExecutionException.class).hasCauseInstanceOf(LoopGuard.Ended.class);
    }

    @Test
    void closedItSparesAllThreadsAndEndsNoMore() {
        stops.end(Thread.currentThread());

        stops.close();

        LoopGuard.turn();
        assertThat(stops.end(Thread.currentThread())).isFalse();
        LoopGuard.turn();
    }

    /** A thread that waits until the test is over. */
    private final class Listener extends Thread implements ReplaceableThread {
        final CompletableFuture<Integer> nativeId = new CompletableFuture<>();
        final AtomicInteger replaced = new AtomicInteger();

        Listener() {
            setDaemon(true);
        }

        @Override
        public void run() {
            nativeId.complete(NativeThread.current());
            try {
                end.await();
            } catch (InterruptedException e) {
                interrupt();
            }
        }

        @Override
        public void replace() {
            replaced.incrementAndGet();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aThreadThatComputesComesBehindTheOthersInTwoSteps() throws Exception {
        stops.prepare();
        var thread = new Listener();
        thread.start();
        int id = thread.nativeId.get();
        int before = niceOf(id);

        long first = stops.computes(thread, id, 1);
        assertThat(first).isEqualTo(TimeUnit.MILLISECONDS.toNanos(50));
        assertThat(niceOf(id)).isEqualTo(before);
        assertThat(thread.replaced).hasValue(0);

        long second = stops.computes(thread, id, first + 1);
        assertThat(second).isEqualTo(TimeUnit.MILLISECONDS.toNanos(500));
        assertThat(niceOf(id)).isEqualTo(NativeThread.BEHIND);
        assertThat(thread.replaced).hasValue(1);

        assertThat(stops.computes(thread, id, second + 1)).isEqualTo(Long.MAX_VALUE);
        assertThat(niceOf(id)).isEqualTo(NativeThread.LAST);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aThreadThatNoOtherStandsInForStaysWhereItIs() throws Exception {
        int id = NativeThread.current();
        int before = niceOf(id);

        assertThat(stops.computes(Thread.currentThread(), id, Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);

        assertThat(niceOf(id)).isEqualTo(before);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void anAbandonedThreadComesLast() throws Exception {
        var thread = new Listener();
        thread.start();

        stops.abandon(thread, thread.nativeId.get());

        assertThat(niceOf(thread.nativeId.get())).isEqualTo(NativeThread.LAST);
    }

    /** The nineteenth field of the stat file; the second field may contain spaces. */
    private static int niceOf(int thread) throws java.io.IOException {
        String stat = Files.readString(Path.of("/proc/self/task/" + thread + "/stat"));
        return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[16]);
    }
}
