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
 * The end of a process that serves. Whoever asks for it first (SIGTERM, SIGINT, the framework itself, a
 * {@code System.exit} somewhere inside) only marks it; the thread that started everything takes it down in order. Where
 * patience runs out, whatever hangs is left behind: processes that this one has started, such as the database, are asked to
 * end and given what is left of ten seconds. A second signal ends the process at once. Thread-safe.
 */
public final class Shutdown implements AutoCloseable {
    /** For everything to be taken down in order, requests in flight first. */
    static final Duration PATIENCE = Duration.ofMillis(8_200);

    /** For processes of ours to end, behind {@link #PATIENCE}: operators expect the end within ten seconds. */
    private static final Duration CHILDREN = Duration.ofMillis(1_200);

    /** For what was only slow, once those have ended. */
    private static final Duration REST = Duration.ofMillis(100);

    private static final int POLL_MILLIS = 10;

    private final Console console;
    private final AtomicBoolean requested = new AtomicBoolean();
    private final CountDownLatch finished = new CountDownLatch(1);
    private final List<Runnable> onRequest = new ArrayList<>();
    private volatile Runnable lastWill = () -> {};
    private volatile int exitCode;

    private Shutdown(Console console) {
        this.console = console;
    }

    /** From now on signals end the process in order. */
    public static Shutdown armed(Console console) {
        var shutdown = new Shutdown(console);
        for (String name : List.of("TERM", "INT")) {
            Signal.handle(new Signal(name), signal -> {
                if (!shutdown.request()) {
                    shutdown.force(128 + signal.getNumber());
                }
            });
        }
        Runtime.getRuntime().addShutdownHook(new Thread(shutdown::finish, "precinct-exit"));
        ExitWitness.appoint(console, shutdown::done);
        return shutdown;
    }

    /** {@code action} is run at the first request, or now where that has been. */
    public void onRequest(Runnable action) {
        synchronized (onRequest) {
            onRequest.add(action);
        }
        if (requested.get()) {
            action.run();
        }
    }

    /** What is left to do where the process ends without being taken down: quick, never blocking. */
    public void lastWill(Runnable action) {
        lastWill = action;
    }

    /** Ends what has failed: as {@link #request}, but where patience runs out the exit code says so. */
    public void fail() {
        exitCode = 1;
        request();
    }

    /** Asks for the end; returns at once. False where it has been asked for before. */
    public boolean request() {
        if (!requested.compareAndSet(false, true)) {
            return false;
        }
        Thread.ofPlatform().daemon().name("precinct-patience").start(this::endAnyway);
        List<Runnable> actions;
        synchronized (onRequest) {
            actions = List.copyOf(onRequest);
        }
        actions.forEach(Runnable::run);
        return true;
    }

    public boolean requested() {
        return requested.get();
    }

    /** Whatever is thrown on the way, for want of memory say, nothing keeps the process from its end. */
    private void endAnyway() {
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
        return finished.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                || endChildren()
                || finished.await(REST.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Ends the processes that this one has started: each ends at SIGTERM, or has a guard that takes it for the end of this
     * one. True where everything has been taken down meanwhile.
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

    /** An exit that nobody announced: asks for the end and waits for it. */
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

    /** Everything has been taken down. */
    @Override
    public void close() {
        finished.countDown();
    }
}
