package io.precinct.itests.support;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Generates load on a fixed number of keep-alive connections, with one request at a time on each, for a number of
 * requests or as long as a condition is true. Checks every answer.
 *
 * @param target host and port
 * @param request bytes of one request
 * @param connections number of connections
 * @param good whether an answer is correct
 */
public record Load(URI target, byte[] request, int connections, Predicate<Response> good) {
    private static final long PAUSE_NANOS = 2_000_000;

    /**
     * An answer.
     *
     * @param status HTTP status
     * @param last whether it announces that its connection closes
     * @param body its bytes
     */
    public record Response(int status, boolean last, byte[] body) {
        /** The body as text. */
        public String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    /**
     * The outcome of a run.
     *
     * @param sent number of requests sent
     * @param answered number of complete answers
     * @param wrong number of wrong answers and broken connections
     * @param dismissed number of connections that an answer announced to close; nothing more is sent on these
     * @param firstFault a description of the first fault; empty if there was none
     */
    public record Outcome(long sent, long answered, long wrong, long dismissed, String firstFault) {
        private static final Outcome NONE = new Outcome(0, 0, 0, 0, "");

        private Outcome plus(Outcome other) {
            return new Outcome(
                    sent + other.sent,
                    answered + other.answered,
                    wrong + other.wrong,
                    dismissed + other.dismissed,
                    firstFault.isEmpty() ? other.firstFault : firstFault);
        }
    }

    /** A request with these header lines and this body. */
    public static byte[] request(String method, String path, List<String> headers, byte[] body) {
        var head = new StringBuilder(method)
                .append(' ')
                .append(path)
                .append(" HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n");
        headers.forEach(line -> head.append(line).append("\r\n"));
        if (body.length > 0) {
            head.append("Content-Type: application/json\r\nContent-Length: ")
                    .append(body.length)
                    .append("\r\n");
        }
        byte[] ascii = head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
        byte[] whole = java.util.Arrays.copyOf(ascii, ascii.length + body.length);
        System.arraycopy(body, 0, whole, ascii.length, body.length);
        return whole;
    }

    /** Sends {@code count} requests, shared among the connections. */
    public Outcome times(long count) {
        var left = new AtomicLong(count);
        return run(() -> left.getAndDecrement() > 0);
    }

    /**
     * As {@link #run}, with a pause of 2 ms after each answer: for load that only has to be there, and leaves most of the
     * processors to what is under test.
     */
    public Outcome gently(BooleanSupplier more) {
        return run(() -> {
            LockSupport.parkNanos(PAUSE_NANOS);
            return more.getAsBoolean();
        });
    }

    /** Sends requests as long as {@code more} is true, which is checked before each. */
    public Outcome run(BooleanSupplier more) {
        List<Future<Outcome>> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(connections)) {
            for (int i = 0; i < connections; i++) {
                running.add(threads.submit(() -> connection(more)));
            }
            Outcome all = Outcome.NONE;
            for (Future<Outcome> one : running) {
                all = all.plus(one.get());
            }
            return all;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted under load", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("the load generator failed", e.getCause());
        }
    }

    private Outcome connection(BooleanSupplier more) {
        long sent = 0;
        long answered = 0;
        long wrong = 0;
        boolean dismissed = false;
        String fault = "";
        try (var socket = new Socket(target.getHost(), target.getPort())) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(60_000);
            OutputStream out = socket.getOutputStream();
            InputStream in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
            while (!dismissed && more.getAsBoolean()) {
                sent++;
                out.write(request);
                Response response = read(in);
                answered++;
                dismissed = response.last();
                if (!good.test(response)) {
                    wrong++;
                    fault = fault.isEmpty() ? response.status() + " " + response.text() : fault;
                }
            }
        } catch (IOException e) {
            wrong++;
            fault = fault.isEmpty() ? "connection: " + e : fault;
        }
        return new Outcome(sent, answered, wrong, dismissed ? 1 : 0, fault);
    }

    /** Reads an answer, whose length must be announced. */
    public static Response read(InputStream in) throws IOException {
        String status = line(in);
        int length = -1;
        boolean chunked = false;
        boolean last = false;
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            String lower = header.toLowerCase(java.util.Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Integer.parseInt(header.substring(15).strip());
            }
            last |= lower.startsWith("connection:") && lower.contains("close");
            chunked |= lower.startsWith("transfer-encoding:") && lower.contains("chunked");
        }
        if (chunked) {
            throw new IOException("the load generator reads answers of known length only");
        }
        byte[] body = in.readNBytes(Math.max(length, 0));
        if (body.length < length) {
            throw new EOFException("the body ended after " + body.length + " of " + length + " bytes");
        }
        return new Response(Integer.parseInt(status.substring(9, 12)), last, body);
    }

    private static String line(InputStream in) throws IOException {
        var line = new StringBuilder(64);
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the connection was closed" + (line.isEmpty() ? "" : " after \"" + line + "\""));
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }
}
