package io.precinct.launcher;

import io.precinct.testing.Eventually;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The launcher in a separate process; its streams go to files. */
public final class RunningInstance implements AutoCloseable {
    /** The largest file size in bytes of a process that behaves as on a full disk. */
    public static final int TINY_FILE = 2048;

    private static final int BLOCK = 512;
    private static final long SIGINT = 1L << 1;
    private static final String READY = "precinct ready on ";

    private final TestHome home;
    private final Process process;
    private final Path out;
    private final Path err;

    private RunningInstance(TestHome home, Process process, Path out, Path err) {
        this.home = home;
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** Starts {@code precinct words} on the folders of {@code home}. */
    public static RunningInstance start(TestHome home, String... words) throws IOException {
        return start(home, interruptible(), words);
    }

    /**
     * Restores the default handling of SIGINT: a build that runs in the background ignores the signal, and its children
     * inherit that (POSIX, asynchronous lists).
     */
    private static List<String> interruptible() throws IOException {
        Path status = Path.of("/proc/self/status");
        boolean ignored = Files.exists(status)
                && Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("SigIgn:"))
                        .anyMatch(line ->
                                (Long.parseUnsignedLong(line.substring(7).strip(), 16) & SIGINT) != 0);
        return ignored ? List.of("env", "--default-signal=INT") : List.of();
    }

    private static RunningInstance start(TestHome home, List<String> wrapper, String... words) throws IOException {
        List<String> command = new ArrayList<>(wrapper);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "--sun-misc-unsafe-memory-access=allow",
                "-Dprecinct.home=" + home.home(),
                "-Dprecinct.config=" + home.config(),
                "-Dprecinct.data=" + home.data(),
                "-cp",
                System.getProperty("java.class.path"),
                "io.precinct.launcher.Main"));
        command.addAll(List.of(words));
        Path out = Files.createTempFile(home.root(), "out", ".txt");
        Path err = Files.createTempFile(home.root(), "err", ".txt");
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        return new RunningInstance(home, process, out, err);
    }

    /** As {@link #start}, and waits until it serves. */
    public static RunningInstance serving(TestHome home) throws IOException {
        return serving(start(home, "run", "--port", "0"));
    }

    /** As {@link #serving}, in a process whose files can have at most {@link #TINY_FILE} bytes, as on a full disk. */
    public static RunningInstance servingWithTinyFiles(TestHome home) throws IOException {
        List<String> limit = List.of("/bin/sh", "-c", "ulimit -f " + TINY_FILE / BLOCK + "; exec \"$@\"", "sh");
        return serving(start(home, limit, "run", "--port", "0"));
    }

    private static RunningInstance serving(RunningInstance instance) {
        Eventually.until(
                () -> "it serves, or has ended; so far it says: " + instance.err(),
                () -> instance.out().startsWith(READY) || !instance.process.isAlive());
        return instance;
    }

    public TestHome home() {
        return home;
    }

    public Process process() {
        return process;
    }

    public String out() {
        return read(out);
    }

    public String err() {
        return read(err);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    public URI url() {
        return URI.create(out().strip().substring(READY.length()));
    }

    public HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(url().resolve(path)).build(), BodyHandlers.ofString());
    }

    public CompletableFuture<HttpResponse<String>> getLater(String path) {
        return HttpClient.newHttpClient()
                .sendAsync(HttpRequest.newBuilder(url().resolve(path)).build(), BodyHandlers.ofString());
    }

    /** Sends a signal such as {@code TERM}. */
    public void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    /** Waits until the process ends; returns its exit code. */
    public int exitCode() throws InterruptedException {
        if (!process.waitFor(1, TimeUnit.MINUTES)) {
            throw new AssertionError("it did not end in time; stderr: " + err());
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
