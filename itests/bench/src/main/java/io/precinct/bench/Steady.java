package io.precinct.bench;

import io.precinct.itests.support.Http;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A hundred requests a second, whether or not those before took long: times count from when a request was due. Some clients
 * take turns, as each waits for its answer: one alone would fall ever further behind a route that takes longer than its
 * turn, and tell of its own queue. Thread-safe.
 */
final class Steady implements AutoCloseable {
    private static final int CLIENTS = 4;
    private static final long PERIOD = TimeUnit.MILLISECONDS.toNanos(10);

    private final Http http;
    private final String path;
    private final String[] headers;
    private final List<Double> millis = new ArrayList<>();
    private long failed;
    private String firstFault = "";
    private volatile boolean closed;

    /** Of a phase: how many, how many of them failed, and what they took. */
    record Phase(long requests, long failed, List<Double> millis, String firstFault) {
        /** This share of them took no longer, in milliseconds. */
        double quantile(double share) {
            List<Double> sorted = millis.stream().sorted().toList();
            return sorted.get((int) Math.min(sorted.size() - 1, Math.ceil(share * sorted.size())));
        }

        /** This one and the next. */
        Phase and(Phase next) {
            List<Double> all = new ArrayList<>(millis);
            all.addAll(next.millis);
            return new Phase(
                    requests + next.requests,
                    failed + next.failed,
                    all,
                    firstFault.isEmpty() ? next.firstFault : firstFault);
        }

        /** How many took longer. */
        long above(double limit) {
            return millis.stream().filter(each -> each > limit).count();
        }
    }

    /** Begins to ask. */
    Steady(Http http, String path, String... headers) {
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

    /** What was asked since the start, or since this was called last. */
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
