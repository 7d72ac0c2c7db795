package io.precinct.http;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.thread.strategy.AdaptiveExecutionStrategy;
import org.junit.jupiter.api.Test;

class RequestThreadsTest {
    private static final long SECONDS = 20;

    @Test
    void aThreadThatHasHadItsTimeGivesUpSelectingAndEnds() throws Exception {
        var threads = new RequestThreads("renewed", 4, 0);
        BlockingQueue<Thread> selected = new LinkedBlockingQueue<>();
        BlockingQueue<Thread> answered = new LinkedBlockingQueue<>();
        var first = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        Runnable request = () -> {
            answered.add(Thread.currentThread());
            awaited(release);
            RequestThreads.answered(1);
        };
        var strategy = new AdaptiveExecutionStrategy(
                () -> {
                    selected.add(Thread.currentThread());
                    if (first.getCount() > 0) {
                        first.countDown();
                        return request;
                    }
                    return null;
                },
                threads);
        strategy.start();
        try {
            threads.followers().lead(List.of(strategy));
            strategy.dispatch();
            Thread old = requireNonNull(selected.poll(SECONDS, TimeUnit.SECONDS));
            assertThat(answered.poll(SECONDS, TimeUnit.SECONDS)).isSameAs(old);
            assertThat(selected.poll(SECONDS, TimeUnit.SECONDS)).isNotNull().isNotSameAs(old);
            release.countDown();
            assertThat(old.join(Duration.ofSeconds(SECONDS))).isTrue();
        } finally {
            release.countDown();
            threads.stop();
            strategy.stop();
        }
    }

    private static void awaited(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
