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
 * {@code System.exit} somewhere inside) only marks it; the thread that started everything takes it down in order. A second
 * signal, or patience running out, ends the process at once. Thread-safe.
 */
public final class Shutdown implements AutoCloseable {
    /** From the first request to the end of the process. */
    static final Duration PATIENCE = Duration.ofSeconds(9);

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
                    console.progress("forced to stop by a second signal");
                    shutdown.halt(128 + signal.getNumber());
                }
            });
        }
        Runtime.getRuntime().addShutdownHook(new Thread(shutdown::finish, "precinct-exit"));
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

    private void endAnyway() {
        try {
            if (!finished.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                console.progress("not everything stopped within " + PATIENCE.toSeconds() + " s; leaving all the same");
                halt(exitCode);
            }
        } catch (InterruptedException e) {
            halt(exitCode);
        }
    }

    private void halt(int code) {
        lastWill.run();
        Runtime.getRuntime().halt(code);
    }

    /** An exit that nobody announced: asks for the end and waits for it. */
    private void finish() {
        if (finished.getCount() == 0) {
            return;
        }
        request();
        try {
            finished.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Everything has been taken down. */
    @Override
    public void close() {
        finished.countDown();
    }
}
