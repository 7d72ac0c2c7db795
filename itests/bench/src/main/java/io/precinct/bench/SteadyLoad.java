package io.precinct.bench;

import io.precinct.itests.support.Http;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends a hundred requests per second regardless of how long the earlier ones take. Times are measured from the moment
 * at which a request was due. Several clients take turns, because each waits for its answer: a single client would fall
 * behind on a slow route and measure its own queue. Thread-safe.
 */
final class SteadyLoad implements AutoCloseable {
    private static final int CLIENTS = 4;
    private static final long PERIOD = TimeUnit.MILLISECONDS.toNanos(10);

    private final Http http;
    private final String path;
    private final String[] headers;
    private final List<Double> millis = new ArrayList<>();
    private long failed;
    private String firstFault = "";
    private volatile boolean closed;

    /** The figures of a phase: number of requests, number of failed ones, and their times. */
    record Phase(long requests, long failed, List<Double> millis, String firstFault) {
        /** The time that this share of the requests did not exceed, in milliseconds. */
        double quantile(double share) {
            List<Double> sorted = millis.stream().sorted().toList();
            return sorted.get((int) Math.min(sorted.size() - 1, Math.ceil(share * sorted.size())));
        }

        /** The figures of this phase and the next together. */
        Phase and(Phase next) {
            List<Double> all = new ArrayList<>(millis);
            all.addAll(next.millis);
            return new Phase(
                    requests + next.requests,
                    failed + next.failed,
                    all,
                    firstFault.isEmpty() ? next.firstFault : firstFault);
        }

        /** The number of requests that took longer. */
        long above(double limit) {
            return millis.stream().filter(each -> each > limit).count();
        }
    }

    /** Begins to send requests. */
    SteadyLoad(Http http, String path, String... headers) {
        this.http = http;
        this.path = path;
        this.headers = headers;
        long start = System.nanoTime();
        for (int i = 0; i < CLIENTS; i++) {
            long due = start + i * PERIOD;
            Thread.ofPlatform().daemon().start(() -> send(due));
        }
    }

    String path() {
        return path;
    }

    private void send(long first) {
        for (long due = first; !closed; due += CLIENTS * PERIOD) {
            for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
                LockSupport.parkNanos(wait);
            }
            String fault = ask();
            tell((System.nanoTime() - due) / 1e6, fault);
        }
    }

    private String ask() {
        try {
            Http.Answer answer = http.get(path, headers);
            return answer.status() == 200 ? "" : answer.status() + " " + answer.text();
        } catch (RuntimeException e) {
            return e.toString();
        }
    }

    private synchronized void tell(double took, String fault) {
        millis.add(took);
        if (!fault.isEmpty()) {
            failed++;
            firstFault = firstFault.isEmpty() ? fault : firstFault;
        }
    }

    /** The figures since the start, or since the last call of this method. */
    synchronized Phase phase() {
        var phase = new Phase(millis.size(), failed, List.copyOf(millis), firstFault);
        millis.clear();
        failed = 0;
        firstFault = "";
        return phase;
    }

    @Override
    public void close() {
        closed = true;
    }
}
