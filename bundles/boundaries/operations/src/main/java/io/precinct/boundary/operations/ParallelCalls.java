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
 * Calls plug-ins, each on its own thread and with one call at a time: callers that ask while a call is under way get
 * the result of that call. A plug-in that does not answer keeps only this one thread, and later callers do not wait for
 * it. If it is asked again much later, its thread is abandoned. Thread-safe.
 *
 * @param <T> the type of the plug-ins
 * @param <A> the type of their answers
 */
public final class ParallelCalls<T, A> {
    /** A call that has taken this many times the patience is abandoned when the plug-in is asked again. */
    private static final int GIVEN_UP_AFTER = 10;

    private final ThreadFactory threads;
    private final Question<T, A> question;
    private final Duration patience;
    private final LongSupplier clock;
    private final Map<T, Asked<A>> unanswered = new IdentityHashMap<>();

    private record Asked<A>(FutureTask<A> answer, Thread thread, long since) {}

    /** The call of one plug-in; an exception becomes {@link Answer.Failed}. */
    @FunctionalInterface
    public interface Question<T, A> {
        /** Calls the plug-in. */
        A ask(T one) throws Exception;
    }

    /** The result of a call. */
    public sealed interface Answer<A> {
        /** The plug-in answered. */
        record Given<A>(A answer) implements Answer<A> {}

        /** The call threw an exception. */
        record Failed<A>(Throwable cause) implements Answer<A> {}

        /** The plug-in has not answered yet. */
        record Awaited<A>(Duration since) implements Answer<A> {}
    }

    /**
     * Prepares calls.
     *
     * @param name name of the threads
     * @param patience how long to wait for an answer, from the start of the call
     */
    public ParallelCalls(String name, Question<T, A> question, Duration patience) {
        this(task -> new AbandonableThread(name, task), question, patience, System::nanoTime);
    }

    /** Prepares calls on threads of this factory, with a clock that counts nanoseconds. */
    ParallelCalls(ThreadFactory threads, Question<T, A> question, Duration patience, LongSupplier clock) {
        this.threads = threads;
        this.question = question;
        this.patience = patience;
        this.clock = clock;
    }

    /** Calls all plug-ins; returns one answer per plug-in, in the same order. */
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
            // Without a thread, the call would never be answered, and later callers would wait for it.
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
