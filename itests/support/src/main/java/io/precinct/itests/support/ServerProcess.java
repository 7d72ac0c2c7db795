package io.precinct.itests.support;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server in a separate process. It is ready once it prints the line {@code … ready on http://…}. Closing it ends the
 * process.
 */
public final class ServerProcess implements AutoCloseable {
    /**
     * The variable with JVM options. Options of the test runner, which records loaded classes, are kept beside a
     * test's.
     */
    private static final String JAVA_OPTIONS = "PRECINCT_JAVA_OPTS";

    private static final Pattern READY = Pattern.compile("ready on (http://\\S+)");
    private static final Duration START = Duration.ofSeconds(90);

    private final Process process;
    private final List<String> out = Collections.synchronizedList(new ArrayList<>());
    private final List<String> err = Collections.synchronizedList(new ArrayList<>());
    private final CompletableFuture<URI> ready = new CompletableFuture<>();
    private final long started;
    private volatile long readyNanos;
    private final List<Thread> readers = new ArrayList<>();

    private ServerProcess(ProcessBuilder builder) throws IOException {
        started = System.nanoTime();
        process = builder.start();
        reader(process.inputReader(StandardCharsets.UTF_8), out);
        reader(process.errorReader(StandardCharsets.UTF_8), err);
    }

    /** Starts a command and waits until it serves. */
    public static ServerProcess start(List<String> command, Map<String, String> environment) {
        ServerProcess server = launch(command, environment);
        try {
            server.awaitReady();
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
        return server;
    }

    /** Starts a command without waiting. */
    public static ServerProcess launch(List<String> command, Map<String, String> environment) {
        var builder = new ProcessBuilder(command);
        String inherited = builder.environment().get(JAVA_OPTIONS);
        builder.environment().putAll(environment);
        if (inherited != null && environment.containsKey(JAVA_OPTIONS)) {
            builder.environment().put(JAVA_OPTIONS, inherited + " " + environment.get(JAVA_OPTIONS));
        }
        try {
            return new ServerProcess(builder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads on a platform thread: a virtual thread would block its carrier on the pipe, and there are only few
     * carriers.
     */
    private void reader(BufferedReader lines, List<String> into) {
        readers.add(Thread.ofPlatform().daemon().name("server-output").start(() -> read(lines, into)));
    }

    private void read(BufferedReader lines, List<String> into) {
        try (lines) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                into.add(line);
                Matcher url = READY.matcher(line);
                if (url.find() && !ready.isDone()) {
                    readyNanos = System.nanoTime();
                    ready.complete(URI.create(url.group(1)));
                }
            }
        } catch (IOException e) {
            into.add("(the output ended: " + e.getMessage() + ")");
        }
    }

    /** Waits until the server serves; returns its address. */
    public URI awaitReady() {
        try {
            CompletableFuture.anyOf(ready, process.onExit()).get(START.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException("not ready within " + START + ":\n" + transcript(), e);
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException("waiting for the server failed:\n" + transcript(), e);
        }
        if (!ready.isDone()) {
            exited(Duration.ofSeconds(10));
            throw new IllegalStateException("exited with " + process.exitValue() + ":\n" + transcript());
        }
        return ready.join();
    }

    /** The address at which it serves. */
    public URI url() {
        return awaitReady();
    }

    /** The wall time from exec to ready. */
    public Duration startWall() {
        awaitReady();
        return Duration.ofNanos(readyNanos - started);
    }

    /** CPU time that the process has used so far. */
    public Duration cpu() {
        return process.toHandle().info().totalCpuDuration().orElseThrow();
    }

    /** Resident memory in bytes. */
    public long residentBytes() {
        try {
            return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes it collect garbage, with {@code jcmd}. */
    public void collectGarbage() {
        try {
            String jcmd =
                    Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
            Process asking = new ProcessBuilder(jcmd, Long.toString(process.pid()), "GC.run")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!asking.waitFor(30, TimeUnit.SECONDS)) {
                asking.destroyForcibly();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The process. */
    public Process process() {
        return process;
    }

    /** Lines on stdout so far. */
    public List<String> out() {
        return List.copyOf(out);
    }

    /** Lines on stderr so far. */
    public List<String> err() {
        return List.copyOf(err);
    }

    /** Everything it has printed, for messages of failed tests. */
    public String transcript() {
        return "stdout: " + String.join("\n", out()) + "\nstderr: " + String.join("\n", err());
    }

    /** Waits for the end of the process; true if it ended in time. */
    public boolean exited(Duration within) {
        try {
            boolean ended = process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS);
            if (ended) {
                for (Thread reader : readers) {
                    reader.join(10_000);
                }
            }
            return ended;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Asks the process to end, and kills it if it does not. */
    @Override
    public void close() {
        process.destroy();
        if (!exited(Duration.ofSeconds(15))) {
            process.destroyForcibly();
            exited(Duration.ofSeconds(5));
        }
    }
}
