package io.precinct.postgres.embedded;

import io.precinct.core.api.thread.LongLived;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Copies the output of the server to the log of this process. Thread-safe. */
final class ServerLog {
    private static final Logger LOG = LoggerFactory.getLogger("io.precinct.postgres.server");
    private static final int KEPT = 5;

    private final Deque<String> last = new ArrayDeque<>();

    /** Starts to read on a platform thread: a virtual thread that waits for a pipe would block its carrier. */
    ServerLog(Process server) {
        BufferedReader lines = server.inputReader(StandardCharsets.UTF_8);
        LongLived.start("precinct-database-log", LOG::error, () -> read(lines));
    }

    /** Reads to the end in any case: a server whose output is not read blocks once the pipe is full. */
    private void read(BufferedReader lines) {
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                line(line);
            }
            lines.close();
        } catch (IOException e) {
            LOG.debug("the server's output ended", e);
        }
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

    /** Returns the last lines, as the end of a message. */
    synchronized String last() {
        return last.isEmpty() ? "" : ": " + String.join(" | ", last);
    }
}
