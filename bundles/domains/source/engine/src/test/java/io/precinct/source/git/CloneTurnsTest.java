package io.precinct.source.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.testing.Eventually;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CloneTurnsTest {
    private static final Duration STALLED = Duration.ofMillis(50);

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
                try (CloneTurns.Turn _ = turns.take(System::nanoTime)) {
                    most.accumulateAndGet(going.incrementAndGet(), Math::max);
                    goOn.acquireUninterruptibly();
                    going.decrementAndGet();
                } catch (InterruptedIOException e) {
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

    @Test
    void theTurnOfOneThatStallsIsTakenOverAndNoOther() throws Exception {
        var turns = new CloneTurns(3, STALLED);
        var arrived = new AtomicLong();
        try (CloneTurns.Turn moving = turns.take(System::nanoTime);
                CloneTurns.Turn received = turns.take(() -> -1);
                CloneTurns.Turn stalled = turns.take(arrived::get);
                CloneTurns.Turn other = turns.take(System::nanoTime)) {
            // Neither waits: all three turns are taken by those that move on.
            moving.goOn();
            received.goOn();
            var wentOn = new AtomicBoolean();
            Thread waiting = Thread.ofPlatform().start(() -> {
                goOn(stalled);
                wentOn.set(true);
            });
            Eventually.until("it waits", () -> waiting.getState() == Thread.State.TIMED_WAITING);
            assertThat(wentOn).isFalse();
            other.close();
            waiting.join();
            assertThat(wentOn).isTrue();
        }
        try (CloneTurns.Turn _ = turns.take(System::nanoTime);
                CloneTurns.Turn _ = turns.take(System::nanoTime);
                CloneTurns.Turn last = turns.take(System::nanoTime)) {
            last.goOn();
        }
    }

    @Test
    void onesThatStallAgainAndAgainKeepNobodyOut() throws Exception {
        var turns = new CloneTurns(1, STALLED);
        var end = new AtomicBoolean();
        var went = new Semaphore(0);
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < 3; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                try (CloneTurns.Turn slow = turns.take(() -> 0)) {
                    while (!end.get()) {
                        slow.goOn();
                        went.release();
                    }
                } catch (InterruptedIOException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        went.acquire();
        try (CloneTurns.Turn healthy = turns.take(System::nanoTime)) {
            healthy.goOn();
        } finally {
            end.set(true);
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Test
    void whoIsInterruptedWaitsNoMoreAndIsInNobodysWay() throws Exception {
        var turns = new CloneTurns(1, STALLED);
        try (CloneTurns.Turn going = turns.take(System::nanoTime)) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> turns.take(System::nanoTime)).isInstanceOf(InterruptedIOException.class);
            assertThat(Thread.interrupted()).isTrue();
            going.goOn();
        }
        turns.take(System::nanoTime).close();
    }

    private static void goOn(CloneTurns.Turn turn) {
        try {
            turn.goOn();
        } catch (InterruptedIOException e) {
            throw new AssertionError(e);
        }
    }
}
