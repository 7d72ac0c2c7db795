package io.precinct.core.api.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class AbandonableThreadTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Ends a thread when its task checks for it. */
    private static final class Containment implements ThreadContainment {
        final Set<Thread> abandoned = ConcurrentHashMap.newKeySet();

        @Override
        public void prepare() {
            throw new AssertionError("nobody watches here");
        }

        @Override
        public long computes(Thread thread, int nativeId, long nanos) {
            throw new AssertionError("nobody watches here");
        }

        @Override
        public boolean end(Thread thread) {
            throw new AssertionError("nobody ever uses it again");
        }

        @Override
        public void abandon(Thread thread, int nativeId) {
            abandoned.add(thread);
        }

        @Override
        public void spare(Thread thread) {
            abandoned.remove(thread);
        }

        void turn() {
            if (abandoned.contains(Thread.currentThread())) {
                throw new IllegalStateException("it is to end");
            }
        }
    }

    private final Containment containment = new Containment();

    @BeforeEach
    void contain() {
        AbandonableThread.containedBy(containment);
    }

    @AfterEach
    void release() {
        AbandonableThread.containedBy(ThreadContainment.NONE);
    }

    @Test
    void givenUpItIsContainedUntilItIsOver() throws Exception {
        var began = new CountDownLatch(1);
        var task = new FutureTask<@Nullable Void>(() -> {
            began.countDown();
            while (true) {
                containment.turn();
            }
        });
        var thread = new AbandonableThread("endless", task);
        thread.start();
        began.await();

        thread.abandon();

        assertThat(thread.join(PATIENCE)).isTrue();
        assertThatThrownBy(task::get).hasCauseInstanceOf(IllegalStateException.class);
        assertThat(containment.abandoned).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void givenUpItIsInterrupted(boolean contained) throws Exception {
        if (!contained) {
            AbandonableThread.containedBy(ThreadContainment.NONE);
        }
        var interrupted = new CountDownLatch(1);
        var began = new CountDownLatch(1);
        var thread = new AbandonableThread("sleeper", () -> {
            began.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
        });
        thread.start();
        began.await();

        thread.abandon();

        interrupted.await();
        assertThat(thread.join(PATIENCE)).isTrue();
    }

    @Test
    void onceItIsOverNothingIsLeftToGiveUp() throws Exception {
        var thread = new AbandonableThread("brief", () -> {});
        thread.start();
        assertThat(thread.join(PATIENCE)).isTrue();

        thread.abandon();

        assertThat(thread.isInterrupted()).isFalse();
        assertThat(containment.abandoned).isEmpty();
    }
}
