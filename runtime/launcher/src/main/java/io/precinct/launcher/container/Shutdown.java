package io.precinct.launcher.container;

import io.precinct.launcher.Console;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import sun.misc.Signal;

/**
 * The orderly shutdown of a serving process. The first request for it (SIGTERM, SIGINT, the framework itself, any
 * {@code System.exit}) only sets a mark; the thread that started the container then {@linkplain #drain drains} and
 * stops it. If the stop takes longer than {@link #PATIENCE}, the process asks its child processes, such as the database,
 * to end, gives them the rest of ten seconds, and exits. A second signal ends the draining or, if there is none, the
 * process at once. Thread-safe.
 */
public final class Shutdown implements AutoCloseable {
    /** Time for an orderly stop, including requests in flight. */
    static final Duration PATIENCE = Duration.ofMillis(7_800);

    /** Time for child processes to end after {@link #PATIENCE}, because operators expect the end within ten seconds. */
    private static final Duration CHILDREN = Duration.ofMillis(1_200);

    /** Time for a slow orderly stop to finish after the child processes have ended. */
    private static final Duration REST = Duration.ofMillis(100);

    private static final int POLL_MILLIS = 10;

    /** How often it is checked whether the deadline has moved. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Console console;
    private final Duration patience;
    private final AtomicBoolean requested = new AtomicBoolean();
    private final CountDownLatch finished = new CountDownLatch(1);
    private final List<Runnable> onRequest = new ArrayList<>();
    private volatile Runnable lastWill = () -> {};
    private volatile int exitCode;

    /** Moment, in nanoseconds, at which an orderly stop is late. */
    private volatile long deadline;

    private final Object draining = new Object();
    private boolean drains;

    private Shutdown(Console console, Duration patience) {
        this.console = console;
        this.patience = patience;
    }

    /** Installs the handlers: from now on signals shut the process down in order. */
    public static Shutdown armed(Console console) {
        return armed(console, PATIENCE);
    }

    static Shutdown armed(Console console, Duration patience) {
        var shutdown = new Shutdown(console, patience);
        for (String name : List.of("TERM", "INT")) {
            Signal.handle(new Signal(name), signal -> {
                if (!shutdown.request() && !shutdown.endDrain()) {
                    shutdown.force(128 + signal.getNumber());
                }
            });
        }
        Runtime.getRuntime().addShutdownHook(new Thread(shutdown::finish, "precinct-exit"));
        ExitLogger.appoint(console, shutdown::done);
        return shutdown;
    }

    /** Runs {@code action} at the first request, or now if the shutdown was already requested. */
    public void onRequest(Runnable action) {
        synchronized (onRequest) {
            onRequest.add(action);
        }
        if (requested.get()) {
            action.run();
        }
    }

    /** Sets the action to run if the process is halted without an orderly stop; it must be quick and never block. */
    public void lastWill(Runnable action) {
        lastWill = action;
    }

    /** As {@link #request}, after a failure: if the process has to be halted, its exit code is 1. */
    public void fail() {
        exitCode = 1;
        request();
    }

    /** Requests the shutdown and returns at once; false if it was requested before. */
    public boolean request() {
        if (!requested.compareAndSet(false, true)) {
            return false;
        }
        deadline = System.nanoTime() + patience.toNanos();
        Thread.ofPlatform().daemon().name("precinct-patience").start(this::haltIfLate);
        List<Runnable> actions;
        synchronized (onRequest) {
            actions = List.copyOf(onRequest);
        }
        actions.forEach(Runnable::run);
        return true;
    }

    /**
     * Waits for this time, or until a second signal ends the waiting. The time for the stop begins only then.
     *
     * @throws IllegalStateException if no shutdown is requested
     */
    public void drain(Duration time) throws InterruptedException {
        if (!requested.get()) {
            throw new IllegalStateException("only an instance that is about to stop drains");
        }
        long end = System.nanoTime() + time.toNanos();
        deadline = end + patience.toNanos();
        synchronized (draining) {
            drains = true;
            long left = time.toNanos();
            while (drains && left > 0) {
                TimeUnit.NANOSECONDS.timedWait(draining, left);
                left = end - System.nanoTime();
            }
            drains = false;
        }
        deadline = System.nanoTime() + patience.toNanos();
    }

    /** Ends {@link #drain}; false if nothing drains. */
    private boolean endDrain() {
        synchronized (draining) {
            boolean ended = drains;
            drains = false;
            draining.notifyAll();
            return ended;
        }
    }

    public boolean requested() {
        return requested.get();
    }

    /** Halts the process if it does not stop in time, whatever is thrown meanwhile, for example for lack of memory. */
    private void haltIfLate() {
        try {
            if (endsInTime()) {
                return;
            }
            console.progress("not everything stopped within ten seconds; leaving all the same");
        } catch (Throwable e) {
            if (done()) {
                return;
            }
        }
        halt(exitCode);
    }

    private boolean endsInTime() throws InterruptedException {
        return finishedBeforeDeadline() || endChildren() || finished.await(REST.toMillis(), TimeUnit.MILLISECONDS);
    }

    private boolean finishedBeforeDeadline() throws InterruptedException {
        long left = deadline - System.nanoTime();
        while (left > 0) {
            if (finished.await(Math.min(left, LOOK_NANOS), TimeUnit.NANOSECONDS)) {
                return true;
            }
            left = deadline - System.nanoTime();
        }
        return done();
    }

    /**
     * Ends the child processes. Each child ends at SIGTERM, or has a guard process that then acts as if this process
     * had ended. Returns true if the orderly stop has finished meanwhile.
     */
    private boolean endChildren() throws InterruptedException {
        List<ProcessHandle> children = ProcessHandle.current().children().toList();
        children.forEach(ProcessHandle::destroy);
        long deadline = System.nanoTime() + CHILDREN.toNanos();
        while (!done() && children.stream().anyMatch(ProcessHandle::isAlive) && System.nanoTime() < deadline) {
            Thread.sleep(POLL_MILLIS);
        }
        return done();
    }

    private void force(int code) {
        try {
            console.progress("forced to stop by a second signal");
        } finally {
            halt(code);
        }
    }

    private void halt(int code) {
        try {
            lastWill.run();
        } finally {
            Runtime.getRuntime().halt(code);
        }
    }

    /** The shutdown hook: after an exit without a request, requests the shutdown and waits for it. */
    private void finish() {
        if (done()) {
            return;
        }
        request();
        try {
            finished.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean done() {
        return finished.getCount() == 0;
    }

    /** Reports that the orderly stop has finished. */
    @Override
    public void close() {
        finished.countDown();
    }
}
