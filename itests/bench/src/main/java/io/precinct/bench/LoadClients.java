package io.precinct.bench;

import io.precinct.itests.support.Load;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/** Clients that send one request after the other, each on its own connection, and measure the time of every answer. */
record LoadClients(URI target, int count, IntFunction<byte[]> requests) {
    /**
     * The outcome of a run.
     *
     * @param perSecond answers per second
     * @param micros times of all answers in microseconds, sorted
     */
    record Outcome(double perSecond, long[] micros) {
        /** The time within which this share of the answers was received, in milliseconds. */
        double millis(double share) {
            return micros.length == 0
                    ? Double.NaN
                    : micros[(int) Math.min(micros.length - 1, share * micros.length)] / 1e3;
        }
    }

    /** Sends requests for this time; an answer other than 2xx ends the run. */
    Outcome run(double seconds) throws Exception {
        long end = System.nanoTime() + (long) (seconds * 1e9);
        var number = new AtomicInteger();
        List<Future<long[]>> running = new ArrayList<>();
        long began = System.nanoTime();
        try (ExecutorService threads = Executors.newFixedThreadPool(count)) {
            for (int i = 0; i < count; i++) {
                running.add(threads.submit(() -> client(end, number)));
            }
        }
        double took = (System.nanoTime() - began) / 1e9;
        var all = new ArrayList<long[]>();
        for (Future<long[]> one : running) {
            all.add(one.get());
        }
        long[] micros = all.stream().flatMapToLong(Arrays::stream).sorted().toArray();
        return new Outcome(micros.length / took, micros);
    }

    private long[] client(long end, AtomicInteger number) throws IOException {
        long[] micros = new long[1024];
        int size = 0;
        try (var socket = new Socket(target.getHost(), target.getPort())) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(60_000);
            var in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
            while (System.nanoTime() < end) {
                byte[] request = requests.apply(number.getAndIncrement());
                long sent = System.nanoTime();
                socket.getOutputStream().write(request);
                read(in);
                if (size == micros.length) {
                    micros = Arrays.copyOf(micros, size * 2);
                }
                micros[size++] = (System.nanoTime() - sent) / 1000;
            }
        }
        return Arrays.copyOf(micros, size);
    }

    private static void read(InputStream in) throws IOException {
        Load.Response answer = Load.read(in);
        if (answer.status() / 100 != 2) {
            String text = answer.text();
            throw new IOException(answer.status() + " " + text.substring(0, Math.min(500, text.length())));
        }
    }
}
