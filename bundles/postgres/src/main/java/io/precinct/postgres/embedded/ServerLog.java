package io.precinct.postgres.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the server prints, in the log of this process: one place to look at, one rotation. Thread-safe. */
final class ServerLog {
    private static final Logger LOG = LoggerFactory.getLogger("io.precinct.postgres.server");
    private static final int KEPT = 5;

    private final Deque<String> last = new ArrayDeque<>();

    /** A platform thread: a virtual one that waits for a pipe keeps its carrier from all requests. */
    ServerLog(Process server) {
        Thread.ofPlatform().daemon().name("precinct-database-log").start(() -> {
            try (BufferedReader lines = server.inputReader(StandardCharsets.UTF_8)) {
                lines.lines().forEach(this::line);
            } catch (IOException | UncheckedIOException e) {
                LOG.debug("the server's output ended", e);
            }
        });
    }

    private synchronized void line(String line) {
        if (last.size() == KEPT) {
            last.removeFirst();
        }
        last.addLast(line);
        if (line.contains("PANIC: ")) {
            LOG.error("{}", line);
        } else {
            LOG.info("{}", line);
        }
    }

    /** Its last words, to end a message with. */
    synchronized String last() {
        return last.isEmpty() ? "" : ": " + String.join(" | ", last);
    }
}
