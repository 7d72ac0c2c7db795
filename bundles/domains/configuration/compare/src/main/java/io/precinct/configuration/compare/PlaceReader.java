package io.precinct.configuration.compare;

import io.precinct.core.api.thread.AbandonableThread;
import io.precinct.source.api.SourceFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Reads places at the same time. Each repository has threads of its own, so that one that is slow delays no other. Threads
 * that do not end in time are abandoned. Thread-safe.
 */
final class PlaceReader {
    /** Threads of all requests together. */
    private static final int MOST_THREADS = 256;

    /** Threads that a request has at least, if it has so many places, as far as {@link #MOST_OF_REPOSITORY} allows. */
    private static final int USUAL_THREADS = 8;

    private static final int MOST_OF_REPOSITORY = 4;

    private final Semaphore threads;

    PlaceReader() {
        this(MOST_THREADS);
    }

    PlaceReader(int mostThreads) {
        this.threads = new Semaphore(mostThreads);
    }

    /**
     * What each place holds; places that were not read in time are missing.
     *
     * @param read reads one; throws nothing
     * @throws SourceFault 503 {@code overloaded} if too much is being read; 503 {@code interrupted} if the request is given up
     */
    Map<Place, Finding> read(Collection<Place> places, Function<Place, Finding> read, Duration time) {
        Map<String, Queue<Place>> queues = new LinkedHashMap<>();
        places.forEach(place -> queues.computeIfAbsent(place.repo(), _ -> new ConcurrentLinkedQueue<>())
                .add(place));
        int share = Math.clamp(USUAL_THREADS / Math.max(1, queues.size()), 1, MOST_OF_REPOSITORY);
        int wanted = queues.values().stream()
                .mapToInt(queue -> Math.min(share, queue.size()))
                .sum();
        if (!threads.tryAcquire(wanted)) {
            throw SourceFault.of(503, "overloaded", "too many environments are being compared; try again soon");
        }
        Map<Place, Finding> found = new ConcurrentHashMap<>();
        var left = new CountDownLatch(wanted);
        List<AbandonableThread> running = new ArrayList<>();
        for (Queue<Place> queue : queues.values()) {
            for (int i = Math.min(share, queue.size()); i > 0; i--) {
                running.add(new AbandonableThread("compare", () -> {
                    try {
                        drain(queue, read, found);
                    } finally {
                        threads.release();
                        left.countDown();
                    }
                }));
            }
        }
        start(running);
        try {
            boolean ignored = left.await(time.toNanos(), TimeUnit.NANOSECONDS);
            return Map.copyOf(found);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw SourceFault.of(503, "interrupted", "the request was given up");
        } finally {
            queues.values().forEach(Queue::clear);
            running.forEach(AbandonableThread::abandon);
        }
    }

    private static void drain(Queue<Place> queue, Function<Place, Finding> read, Map<Place, Finding> found) {
        Place place = queue.poll();
        while (place != null && !Thread.currentThread().isInterrupted()) {
            found.put(place, read.apply(place));
            place = queue.poll();
        }
    }

    private void start(List<AbandonableThread> running) {
        int started = 0;
        try {
            for (AbandonableThread thread : running) {
                thread.start();
                started++;
            }
        } finally {
            if (started < running.size()) {
                threads.release(running.size() - started);
                running.subList(0, started).forEach(AbandonableThread::abandon);
            }
        }
    }
}
