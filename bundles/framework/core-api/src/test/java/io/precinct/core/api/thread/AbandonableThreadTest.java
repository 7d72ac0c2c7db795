package io.precinct.core.api.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AbandonableThreadTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Test
    void givenUpItEndsInALoopThatNothingElseEnds() throws Exception {
        var began = new CountDownLatch(1);
        var task = new FutureTask<@Nullable Void>(() -> {
            began.countDown();
            while (true) {
                LoopGuard.turn();
            }
        });
        var thread = new AbandonableThread("endless", task);
        thread.start();
        began.await();

        thread.abandon();

        assertThat(thread.join(PATIENCE)).isTrue();
        assertThatThrownBy(task::get).isInstanceOf(ExecutionException.class).hasCauseInstanceOf(LoopGuard.Ended.class);
    }

    @Test
    void givenUpItIsInterrupted() throws Exception {
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
        LoopGuard.turn();
    }
}
