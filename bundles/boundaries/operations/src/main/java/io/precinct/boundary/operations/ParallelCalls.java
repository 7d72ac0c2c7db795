package io.precinct.boundary.operations;

import io.precinct.core.api.thread.AbandonableThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/**
 * Asks plug-ins, each on a thread of its own and one question at a time: who asks while another one waits for the answer
 * gets the same one. One that does not answer keeps that one thread, and costs whoever asks later no waiting at all; asked
 * again much later, it is given up.
 * Thread-safe.
 *
 * @param <T> what is asked
 * @param <A> what it answers
 */
public final class ParallelCalls<T, A> {
    /** Who has not answered within so many times the patience is given up, when asked again. */
    private static final int GIVEN_UP_AFTER = 10;

    private final ThreadFactory threads;
    private final Question<T, A> question;
    private final Duration patience;
    private final LongSupplier clock;
    private final Map<T, Asked<A>> unanswered = new IdentityHashMap<>();

    private record Asked<A>(FutureTask<A> answer, Thread thread, long since) {}

    /** Asks one of them; whatever it throws is its answer. */
    @FunctionalInterface
    public interface Question<T, A> {
        /** Asks. */
        A ask(T one) throws Exception;
    }

    /** What became of a question. */
    public sealed interface Answer<A> {
        /** It answered. */
        record Given<A>(A answer) implements Answer<A> {}

        /** It threw. */
        record Failed<A>(Throwable cause) implements Answer<A> {}

        /** It has not answered yet. */
        record Awaited<A>(Duration since) implements Answer<A> {}
    }

    /**
     * Asks this question.
     *
     * @param name of the threads
     * @param patience how long an answer is waited for, from when the question was put
     */
    public ParallelCalls(String name, Question<T, A> question, Duration patience) {
        this(task -> new AbandonableThread(name, task), question, patience, System::nanoTime);
    }

    /** On threads of this factory, by a clock that counts nanoseconds. */
    ParallelCalls(ThreadFactory threads, Question<T, A> question, Duration patience, LongSupplier clock) {
        this.threads = threads;
        this.question = question;
        this.patience = patience;
        this.clock = clock;
    }

    /** Asks all of them; an answer for each, in their order. */
    public List<Answer<A>> ask(List<? extends T> asked) throws InterruptedException {
        List<Asked<A>> questions = new ArrayList<>();
        synchronized (unanswered) {
            for (T one : asked) {
                Asked<A> before = unanswered.get(one);
                questions.add(before != null ? before : begin(one));
            }
        }
        List<Answer<A>> answers = new ArrayList<>();
        for (Asked<A> question : questions) {
            answers.add(await(question));
        }
        return answers;
    }

    private Asked<A> begin(T one) {
        var task = new FutureTask<>(() -> {
            try {
                return question.ask(one);
            } finally {
                synchronized (unanswered) {
                    unanswered.remove(one);
                }
            }
        });
        Thread thread = threads.newThread(task);
        var begun = new Asked<>(task, thread, clock.getAsLong());
        unanswered.put(one, begun);
        try {
            thread.start();
        } catch (RuntimeException | Error e) {
            // Nobody would ever answer it, and whoever asks again would wait for that.
            unanswered.remove(one);
            throw e;
        }
        return begun;
    }

    private Answer<A> await(Asked<A> asked) throws InterruptedException {
        long left = asked.since() + patience.toNanos() - clock.getAsLong();
        try {
            return new Answer.Given<>(asked.answer().get(Math.max(0, left), TimeUnit.NANOSECONDS));
        } catch (TimeoutException _) {
            var since = Duration.ofNanos(clock.getAsLong() - asked.since());
            if (since.compareTo(patience.multipliedBy(GIVEN_UP_AFTER)) > 0
                    && asked.thread() instanceof AbandonableThread thread) {
                thread.abandon();
            }
            return new Answer.Awaited<>(since);
        } catch (ExecutionException e) {
            return new Answer.Failed<>(Objects.requireNonNullElse(e.getCause(), e));
        }
    }
}
