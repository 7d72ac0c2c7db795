package io.precinct.source.parse;

import io.precinct.common.retry.Backoff;
import io.precinct.source.api.grammar.Language;
import io.precinct.source.parse.WorkerMessages.Answer;
import io.precinct.treesitter.BadQuery;
import io.precinct.treesitter.TreeSitter;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A process that parses with one language; started when there is work, ended after a while without any. If it ends, the
 * work in it is lost. Thread-safe; does one piece of work at a time.
 */
final class WorkerProcess extends SharedNative {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerProcess.class);
    private static final Duration START = Duration.ofSeconds(20);
    /** How much longer than allowed native code may take before its process is ended. */
    private static final Duration GRACE = Duration.ofMillis(500);

    /** Limited, because each waiting request has its text in memory. */
    private static final int MOST_WAITING = 256;

    private static final Duration IDLE = Duration.ofMinutes(1);
    private static final Backoff AFTER_CRASHES = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(10));

    private final Workers workers;
    private final Language language;
    private final Path library;
    /** Guards what follows. Not a lock: the thread that passes it on is not the one that waited for it. */
    private final Semaphore turn = new Semaphore(1, true);

    private @Nullable Running running;
    private int crashes;
    private long notBefore;
    private long lastUse;
    private boolean watched;
    private Answer.@Nullable Ready ready;

    /** A started process and its pipes. */
    private record Running(Process process, DataInputStream in, DataOutputStream out) {}

    WorkerProcess(Workers workers, Language language, Path library) {
        this.workers = workers;
        this.language = language;
        this.library = library;
    }

    /**
     * Does work.
     *
     * @throws IllegalStateException if it failed in the process
     */
    byte[] run(Operation operation, byte[] utf8, byte[] options, TaskLimits limit)
            throws TimedOut, WorkerCrashed, BadQuery, InterruptedException, LanguageUnusable {
        long end = System.nanoTime() + limit.waiting().toNanos();
        return inTurn(limit, () -> work(operation, utf8, options, end, limit.working()));
    }

    /** Starts the process, if it does not run yet, and returns what it loaded. */
    Answer.Ready load(Duration limit) throws LanguageUnusable, TimedOut, WorkerCrashed, BadQuery, InterruptedException {
        return inTurn(TaskLimits.each(limit), () -> {
            ensure(limit.toNanos());
            Answer.Ready loaded = ready;
            if (loaded == null) {
                throw new WorkerCrashed(language.name() + " did not start");
            }
            return loaded;
        });
    }

    /** Work with the process, one at a time. */
    private interface Turn<T> {
        T take() throws TimedOut, WorkerCrashed, BadQuery, LanguageUnusable;
    }

    /**
     * Waits for its turn, which has a platform thread: reading from a process would keep the carrier of a virtual
     * thread from all others. An interrupted caller leaves; the turn ends by itself, at the latest at its deadline.
     */
    private <T> T inTurn(TaskLimits limit, Turn<T> work)
            throws TimedOut, WorkerCrashed, BadQuery, LanguageUnusable, InterruptedException {
        long end = System.nanoTime() + limit.waiting().toNanos();
        if (turn.getQueueLength() >= MOST_WAITING
                || !turn.tryAcquire(limit.waiting().toNanos(), TimeUnit.NANOSECONDS)) {
            throw new TimedOut(false);
        }
        if (!retain()) {
            turn.release();
            throw new IllegalStateException("the process of " + language.name() + " is closed");
        }
        Future<T> outcome;
        try {
            outcome = workers.threads().submit(() -> {
                try {
                    return work.take();
                } finally {
                    pass();
                }
            });
        } catch (RejectedExecutionException e) {
            pass();
            throw ending();
        }
        try {
            long most = limit.working() == null ? end - System.nanoTime() + GRACE.toNanos() : Long.MAX_VALUE;
            return outcome.get(most, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new TimedOut(true);
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case TimedOut late -> throw late;
                case WorkerCrashed crashed -> throw crashed;
                case BadQuery bad -> throw bad;
                case LanguageUnusable unusable -> throw unusable;
                case RuntimeException failure -> throw failure;
                case Error failure -> throw failure;
                case null, default -> throw new IllegalStateException(e.getCause());
            }
        }
    }

    private void pass() {
        lastUse = System.nanoTime();
        turn.release();
        release();
    }

    private WorkerCrashed ending() {
        return new WorkerCrashed("the process of " + language.name() + " is being ended");
    }

    /** @param working from the moment at which the process runs; null for until {@code end} */
    private byte[] work(Operation operation, byte[] utf8, byte[] options, long end, @Nullable Duration working)
            throws TimedOut, WorkerCrashed, BadQuery, LanguageUnusable {
        Running process = ensure(end - System.nanoTime());
        long nanos = working == null ? end - System.nanoTime() : working.toNanos();
        long millis = Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos));
        var request = new WorkerMessages.Request(millis, operation.getClass().getName(), options, utf8);
        Answer answer =
                exchange(process, request.encode(), Duration.ofMillis(millis).plus(GRACE));
        crashes = 0;
        return switch (answer) {
            case Answer.Result(byte[] bytes) -> bytes;
            case Answer.Late() -> throw new TimedOut(true);
            case Answer.Wrong(BadQuery bad) -> throw bad;
            case Answer.Failed(String message) ->
                throw new IllegalStateException(language.name() + ", in its process: " + message);
            case Answer.Ready _, Answer.Refused _ -> throw new WorkerCrashed(language.name() + " answered out of turn");
        };
    }

    private Running ensure(long nanos) throws TimedOut, WorkerCrashed, LanguageUnusable {
        Running now = running;
        if (now != null && now.process().isAlive()) {
            return now;
        }
        long wait = crashes == 0 ? 0 : notBefore - System.nanoTime();
        if (wait > nanos) {
            throw new TimedOut(false);
        }
        try {
            TimeUnit.NANOSECONDS.sleep(Math.max(0, wait));
        } catch (InterruptedException e) {
            throw ending(); // nobody else interrupts these threads
        }
        return start();
    }

    private Running start() throws WorkerCrashed, LanguageUnusable, TimedOut {
        Running started;
        try {
            Process process = workers.start(language.name());
            started = new Running(
                    process,
                    new DataInputStream(new BufferedInputStream(process.getInputStream())),
                    new DataOutputStream(new BufferedOutputStream(process.getOutputStream())));
        } catch (IOException e) {
            crashed();
            throw new WorkerCrashed("no process for " + language.name() + ": " + e.getMessage());
        }
        running = started;
        var hello = new WorkerMessages.Hello(
                TreeSitter.library().toString(), library.toAbsolutePath().toString(), LanguageCodec.encode(language));
        switch (exchange(started, hello.encode(), START)) {
            case Answer.Ready loaded -> {
                ready = loaded;
                LOG.debug("process {} parses {}", started.process().pid(), language.name());
                if (!watched) {
                    watched = true;
                    watchIdle();
                }
                return started;
            }
            case Answer.Refused(String message, boolean mismatch, int abi) -> {
                stop();
                throw new LanguageUnusable(message, mismatch, abi, null);
            }
            default -> {
                stop();
                throw new WorkerCrashed(language.name() + " answered out of turn");
            }
        }
    }

    /** Sends a message and waits for the answer; a process that takes too long is ended. */
    private Answer exchange(Running process, byte[] message, Duration limit) throws WorkerCrashed, TimedOut {
        var late = new AtomicBoolean();
        Runnable end = () -> {
            late.set(true);
            process.process().destroyForcibly();
        };
        Future<?> watch;
        try {
            watch = workers.clock().schedule(end, limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            throw ending();
        }
        try {
            MessageFraming.write(process.out(), message);
            return WorkerMessages.decode(MessageFraming.read(process.in()));
        } catch (IOException e) {
            process.process().destroyForcibly();
            running = null;
            crashed();
            if (late.get()) {
                LOG.warn("the grammar {} did not stop in its time; its process was ended", language.name());
                throw new TimedOut(true);
            }
            LOG.warn("the grammar {} crashed its process (in a row: {})", language.name(), crashes);
            throw new WorkerCrashed("the grammar " + language.name() + " crashed");
        } finally {
            watch.cancel(false);
        }
    }

    private void crashed() {
        crashes++;
        notBefore = System.nanoTime() + AFTER_CRASHES.after(crashes).toNanos();
    }

    private void watchIdle() {
        var unused = workers.clock().schedule(this::stopIfIdle, IDLE.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void stopIfIdle() {
        if (turn.tryAcquire()) {
            try {
                if (running == null || System.nanoTime() - lastUse >= IDLE.toNanos()) {
                    stop();
                    watched = false;
                    return;
                }
            } finally {
                turn.release();
            }
        }
        watchIdle();
    }

    private void stop() {
        Running now = running;
        running = null;
        if (now != null) {
            now.process().destroyForcibly();
        }
    }

    @Override
    void free() {
        turn.acquireUninterruptibly();
        try {
            stop();
        } finally {
            turn.release();
        }
    }
}
