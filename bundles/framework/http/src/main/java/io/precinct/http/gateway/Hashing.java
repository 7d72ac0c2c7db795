package io.precinct.http.gateway;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Hashes passwords on few threads of its own, with few waiting for them, so that clients who make the gateway hash take
 * at most half of the machine from those who have passed. Thread-safe.
 */
final class Hashing implements AutoCloseable {
    /** How many passwords may wait. */
    static final int WAITING = 32;

    private static final long SPARE_SECONDS = 10;

    private final ThreadPoolExecutor threads;

    Hashing() {
        int most = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        threads = new ThreadPoolExecutor(
                most,
                most,
                SPARE_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(WAITING),
                Thread.ofPlatform().daemon().name("gateway-hash-", 0).factory());
        threads.allowCoreThreadTimeOut(true);
    }

    /**
     * Runs {@code work} as soon as a thread is free.
     *
     * @throws RejectedExecutionException if too much waits already
     */
    <T> CompletableFuture<T> submit(Supplier<T> work) {
        return CompletableFuture.supplyAsync(work, threads);
    }

    /** Passwords that wait now. */
    int waiting() {
        return threads.getQueue().size();
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
