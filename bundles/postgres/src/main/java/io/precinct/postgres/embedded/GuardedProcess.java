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
 * A program of PostgreSQL that ends with this process, however this process ends. Between the two stands a shell that
 * reads a pipe which only this process can write: at the end of the pipe, which the operating system brings about even
 * after SIGKILL or {@code Runtime.halt}, the program gets SIGINT (of a server: it finishes properly), after five seconds
 * SIGQUIT (it recovers at the next start), at last SIGKILL. SIGTERM to the shell is such an end, too. Thread-safe.
 */
final class GuardedProcess {
    private static final Logger LOG = LoggerFactory.getLogger(GuardedProcess.class);

    /** What the shell takes before it sends SIGKILL, and one second for that. */
    private static final Duration END = Duration.ofSeconds(8);

    private static final int GENERATIONS = 3;

    /**
     * The first signals may come before the program has handlers for them, so they are repeated. The program is no member
     * of the terminal's process group: Ctrl-C would end it before those who still need it. Only the shell's own child is
     * signalled, which keeps its process id until this shell has waited for it.
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

    /** Starts a program in {@code folder}. Whatever it prints comes from {@link #shell}. */
    static GuardedProcess start(List<String> program, Path folder) throws IOException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", SHELL, "precinct-database-guard"));
        command.addAll(program);
        return new GuardedProcess(Binaries.process(command, folder).start());
    }

    /** The process between; it ends, with the exit code of the program, once the program has ended. */
    Process shell() {
        return shell;
    }

    /** The process of the program that has this id, if it is the one that is guarded here. */
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
