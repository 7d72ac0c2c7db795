package io.precinct.postgres.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the server process of a data directory by its {@code postmaster.pid}, and ends it. */
final class Postmaster {
    private static final Logger LOG = LoggerFactory.getLogger(Postmaster.class);
    private static final Duration FAST = Duration.ofSeconds(5);
    private static final Duration IMMEDIATE = Duration.ofSeconds(2);
    private static final int POLL_MILLIS = 10;
    private static final int STATUS_LINE = 7;

    private Postmaster() {}

    /**
     * Returns the process of the guarded server on {@code data} once it accepts connections, which the eighth line of
     * the file states.
     */
    static Optional<ProcessHandle> ready(Path data, GuardedProcess server) throws IOException {
        List<String> lines = lines(data);
        return lines.size() > STATUS_LINE && lines.get(STATUS_LINE).equals("ready")
                ? process(lines.getFirst()).map(ProcessHandle::pid).flatMap(server::program)
                : Optional.empty();
    }

    private static List<String> lines(Path data) throws IOException {
        try {
            return Files.readString(data.resolve("postmaster.pid"), StandardCharsets.UTF_8)
                    .lines()
                    .map(String::strip)
                    .toList();
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }

    /**
     * Ends a server that an earlier, killed process of this program left running on {@code data}. A {@code
     * postmaster.pid} of a dead process is kept: PostgreSQL uses it to find out whether parts of that server still run.
     * A file that names an unrelated process is deleted, because PostgreSQL would take that process for its server.
     */
    static void retireFormer(Path data) throws IOException, InterruptedException {
        List<String> lines = lines(data);
        if (lines.isEmpty()) {
            return;
        }
        Optional<ProcessHandle> previous = process(lines.getFirst());
        if (previous.isEmpty()) {
            return;
        }
        if (commandLine(previous.get()).contains(data.toString())) {
            LOG.info(
                    "the database server of an earlier process (pid {}) still runs; it is ended",
                    previous.get().pid());
            end(previous.get());
        } else {
            LOG.info(
                    "postmaster.pid is stale: pid {} is no database server",
                    previous.get().pid());
            Files.deleteIfExists(data.resolve("postmaster.pid"));
        }
    }

    private static Optional<ProcessHandle> process(String pid) {
        try {
            return ProcessHandle.of(Long.parseLong(pid)).filter(ProcessHandle::isAlive);
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static String commandLine(ProcessHandle process) {
        try {
            // the JDK returns the command line only if it may also read which program the process runs
            return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return process.info().commandLine().orElse("");
        }
    }

    /**
     * Ends a server without a guard: first by a fast shutdown, then by an immediate shutdown with recovery at the next
     * start.
     */
    private static void end(ProcessHandle process) throws InterruptedException {
        signal(process, "INT");
        if (!gone(process, FAST)) {
            LOG.warn(
                    "the database server does not stop within {} s; it will recover at the next start",
                    FAST.toSeconds());
            signal(process, "QUIT");
            if (!gone(process, IMMEDIATE)) {
                process.destroyForcibly();
                gone(process, IMMEDIATE);
            }
        }
    }

    /**
     * Sends a signal through {@code kill}: Java can only send SIGTERM, which makes the server wait for every client.
     */
    private static void signal(ProcessHandle process, String name) throws InterruptedException {
        try {
            Process kill = new ProcessBuilder("sh", "-c", "kill -" + name + " " + process.pid())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            kill.waitFor();
        } catch (IOException e) {
            LOG.warn("cannot send SIG{} to the database server", name, e);
            process.destroy();
        }
    }

    private static boolean gone(ProcessHandle process, Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (process.isAlive()) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            Thread.sleep(POLL_MILLIS);
        }
        return true;
    }
}
