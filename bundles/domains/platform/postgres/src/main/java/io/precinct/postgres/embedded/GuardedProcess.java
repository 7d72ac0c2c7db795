package io.precinct.postgres.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A program of PostgreSQL that ends when this process ends for any reason. Between the two, a shell reads a pipe that
 * only this process writes to. When the pipe is closed, which the operating system does even after SIGKILL or {@code
 * Runtime.halt}, the shell sends the program SIGINT (fast shutdown of a server), after five seconds SIGQUIT (immediate
 * shutdown, with recovery at the next start), and finally SIGKILL. SIGTERM to the shell has the same effect.
 * Thread-safe.
 */
final class GuardedProcess {
    private static final Logger LOG = LoggerFactory.getLogger(GuardedProcess.class);

    /** The time until the shell sends SIGKILL, and one more second. */
    private static final Duration END = Duration.ofSeconds(8);

    private static final int GENERATIONS = 3;

    /**
     * The first signals may arrive before the program has handlers for them, so they are repeated. The program is
     * outside the process group of the terminal, because otherwise Ctrl-C would end it while others still need it. Only
     * the child of the shell is signalled: its process id is not reused until the shell has waited for it.
     */
    private static final String SHELL = """
        exec 3<&0 </dev/null
        if command -v setsid >/dev/null 2>&1; then set -- setsid "$@"; fi
        interrupted=
        trap interrupted=1 HUP INT QUIT
        "$@" 3<&- &
        program=$!
        trap 'interrupted=1; kill -INT $program 2>/dev/null' TERM
        (
            trap '' HUP INT QUIT TERM PIPE
            while read -r line; do :; done
            tenths=0
            while kill -0 $program 2>/dev/null; do
                signal=INT
                if [ $tenths -ge 50 ]; then signal=QUIT; fi
                if [ $tenths -ge 70 ]; then signal=KILL; fi
                kill -$signal $program 2>/dev/null
                sleep 0.1 || sleep 1
                tenths=$((tenths + 1))
            done
        ) <&3 3<&- &
        watch=$!
        exec 3<&-
        wait $program
        code=$?
        while [ -n "$interrupted" ]; do
            interrupted=
            wait $program
            again=$?
            # 127: it was not interrupted after all, and knows no such child any more.
            if [ $again -ne 127 ]; then code=$again; fi
        done
        kill -KILL $watch 2>/dev/null
        exit $code
        """;

    private final Process shell;

    private GuardedProcess(Process shell) {
        this.shell = shell;
    }

    /** Starts a program in {@code folder}. The output of {@link #shell} is the output of the program. */
    static GuardedProcess start(List<String> program, Path folder) throws IOException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", SHELL, "precinct-database-guard"));
        command.addAll(program);
        return new GuardedProcess(PostgresPrograms.process(command, folder).start());
    }

    /** Returns the shell, which ends after the program, with the exit code of the program. */
    Process shell() {
        return shell;
    }

    /** Returns the process with this id, if it is the guarded program. */
    Optional<ProcessHandle> program(long pid) {
        Optional<ProcessHandle> program = ProcessHandle.of(pid);
        Optional<ProcessHandle> ancestor = program;
        for (int i = 0; i < GENERATIONS && ancestor.isPresent(); i++) {
            ancestor = ancestor.get().parent();
            if (ancestor.isPresent() && ancestor.get().pid() == shell.pid()) {
                return program;
            }
        }
        return Optional.empty();
    }

    /** Ends the program; returns once it has ended. */
    void end() throws InterruptedException {
        try {
            shell.getOutputStream().close();
        } catch (IOException e) {
            LOG.warn("the end of the database server can not be asked for; it is brought about by force", e);
            endAtOnce();
            return;
        }
        if (!shell.waitFor(END.toMillis(), TimeUnit.MILLISECONDS)) {
            endAtOnce();
        }
    }

    private void endAtOnce() throws InterruptedException {
        shell.descendants().toList().forEach(ProcessHandle::destroyForcibly);
        shell.destroyForcibly().waitFor();
    }
}
