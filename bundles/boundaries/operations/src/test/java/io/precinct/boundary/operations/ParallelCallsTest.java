package io.precinct.boundary.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.boundary.operations.ParallelCalls.Answer;
import io.precinct.core.api.thread.AbandonableThread;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ParallelCallsTest {
    private static final Duration PATIENCE = Duration.ofMillis(10);

    private final AtomicLong clock = new AtomicLong(1_000);
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicInteger questions = new AtomicInteger();

    /** Ignores interruptions, so that the test can still see the interrupted status. */
    private int silent(String asked) {
        questions.incrementAndGet();
        while (released.getCount() > 0) {
            LockSupport.parkNanos(1_000_000);
        }
        return asked.length();
    }

    private ParallelCalls<String, Integer> ofSilent() {
        ThreadFactory abandonable = task -> {
            var thread = new AbandonableThread("silent", task);
            threads.add(thread);
            return thread;
        };
        return new ParallelCalls<>(abandonable, this::silent, PATIENCE, clock::get);
    }

    @Test
    void aQuestionThatNoThreadCouldBeStartedForIsPutAnewTheNextTime() throws Exception {
        var none = new AtomicBoolean(true);
        ThreadFactory failing = task -> new Thread(task) {
            @Override
            public synchronized void start() {
                if (none.get()) {
                    throw new OutOfMemoryError("unable to create native thread");
                }
                super.start();
            }
        };
        var asking =
                new ParallelCalls<String, Integer>(failing, String::length, Duration.ofMinutes(1), System::nanoTime);
        var asked = List.of("four");

        assertThatThrownBy(() -> asking.ask(asked)).isInstanceOf(OutOfMemoryError.class);
        none.set(false);

        assertThat(asking.ask(asked)).containsExactly(new Answer.Given<>(4));
    }

    @Test
    void answersStandInTheOrderOfTheQuestionsWhoeverAnswersFirst() throws Exception {
        var second = new CountDownLatch(1);
        var third = new CountDownLatch(1);
        Map<String, CountDownLatch> waitsFor = Map.of("a", second, "bb", third, "ccc", new CountDownLatch(0));
        Map<String, CountDownLatch> opens = Map.of("a", new CountDownLatch(1), "bb", second, "ccc", third);
        var asking = new ParallelCalls<String, Integer>(
                "ordered",
                asked -> {
                    waitsFor.get(asked).await();
                    opens.get(asked).countDown();
                    return asked.length();
                },
                Duration.ofMinutes(1));

        assertThat(asking.ask(List.of("a", "bb", "ccc")))
                .containsExactly(new Answer.Given<>(1), new Answer.Given<>(2), new Answer.Given<>(3));
    }

    @Test
    void oneThatDoesNotAnswerIsAskedOnceAndItsSilenceIsToldWithItsLength() throws Exception {
        ParallelCalls<String, Integer> asking = ofSilent();
        List<String> asked = List.of("mute");

        assertThat(asking.ask(asked)).containsExactly(new Answer.Awaited<>(Duration.ZERO));
        clock.addAndGet(PATIENCE.multipliedBy(3).toNanos());

        assertThat(asking.ask(asked)).containsExactly(new Answer.Awaited<>(PATIENCE.multipliedBy(3)));
        assertThat(threads).hasSize(1);
        released.countDown();
        threads.getFirst().join();
        assertThat(questions).hasValue(1);
    }

    @Test
    void oneThatHasBeenSilentForTenTimesThePatienceIsGivenUpAndNotBefore() throws Exception {
        ParallelCalls<String, Integer> asking = ofSilent();
        List<String> asked = List.of("mute");
        asking.ask(asked);
        Thread thread = threads.getFirst();

        clock.addAndGet(PATIENCE.multipliedBy(10).toNanos());
        asking.ask(asked);
        assertThat(thread.isInterrupted()).as("after ten times the patience").isFalse();

        clock.addAndGet(1);
        asking.ask(asked);
        assertThat(thread.isInterrupted()).as("after more than that").isTrue();

        released.countDown();
        thread.join();
    }

    @Test
    void oneThatCameBackIsAskedAnew() throws Exception {
        ParallelCalls<String, Integer> asking = ofSilent();
        List<String> asked = List.of("mute");
        asking.ask(asked);
        released.countDown();
        threads.getFirst().join();

        asking.ask(asked);

        assertThat(threads).hasSize(2);
    }
}
