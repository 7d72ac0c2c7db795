package io.precinct.source.git;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.testing.Eventually;
import java.util.ArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CloneTurnsTest {
    @Test
    void noMoreAreMadeAtOnceThanFitIntoTheHeap() {
        assertThat(CloneTurns.atOnce(128L << 20)).isEqualTo(1);
        assertThat(CloneTurns.atOnce(400L << 20)).isEqualTo(1);
        assertThat(CloneTurns.atOnce(1L << 30)).isEqualTo(2);
        assertThat(CloneTurns.atOnce(6L << 30)).isEqualTo(4);
    }

    @Test
    void whoHasNoTurnWaitsForTheEndOfAnother() throws Exception {
        var turns = new CloneTurns(2);
        var going = new AtomicInteger();
        var most = new AtomicInteger();
        var goOn = new Semaphore(0);
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < 6; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                try (CloneTurns.Turn _ = turns.take()) {
                    most.accumulateAndGet(going.incrementAndGet(), Math::max);
                    goOn.acquireUninterruptibly();
                    going.decrementAndGet();
                } catch (java.io.InterruptedIOException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        Eventually.until(() -> "two are going, not " + going, () -> going.get() == 2);
        goOn.release(6);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(most).hasValue(2);
    }
}
