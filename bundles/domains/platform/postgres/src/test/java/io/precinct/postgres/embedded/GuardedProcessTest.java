package io.precinct.postgres.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class GuardedProcessTest {
    @TempDir
    private Path folder;

    /**
     * A program that sets its own signal handlers, as PostgreSQL does. A shell cannot set them if the signals were
     * ignored when it started.
     */
    private static final String ENDS_WHEN_ASKED = "$| = 1; $SIG{INT} = sub { print qq(asked\\n); exit 0 };"
            + " print qq($$\\n); while (1) { select(undef, undef, undef, 0.1) }";

    private GuardedProcess guarded(String... program) throws Exception {
        return GuardedProcess.start(List.of(program), folder);
    }

    /** Returns the first line that the program prints, once it is ready. */
    private static String line(BufferedReader printed) throws Exception {
        return String.valueOf(printed.readLine());
    }

    @Test
    void itsExitCodeAndItsOutputAreThoseOfTheProgram() throws Exception {
        GuardedProcess guarded = guarded("sh", "-c", "echo here; exit 7");
        try (BufferedReader printed = guarded.shell().inputReader(StandardCharsets.UTF_8)) {
            assertThat(line(printed)).isEqualTo("here");
        }
        assertThat(guarded.shell().waitFor()).isEqualTo(7);
    }

    @Test
    void theProgramIsKnownByItsIdAndNobodyElseIs() throws Exception {
        GuardedProcess guarded = guarded("perl", "-e", ENDS_WHEN_ASKED);
        try (BufferedReader printed = guarded.shell().inputReader(StandardCharsets.UTF_8)) {
            long pid = Long.parseLong(line(printed));
            assertThat(guarded.program(pid))
                    .hasValueSatisfying(program -> assertThat(program.isAlive()).isTrue());
            assertThat(guarded.program(ProcessHandle.current().pid())).isEmpty();
        } finally {
            guarded.end();
        }
    }

    @Test
    void theProgramIsAskedToEndFirst() throws Exception {
        GuardedProcess guarded = guarded("perl", "-e", ENDS_WHEN_ASKED);
        try (BufferedReader printed = guarded.shell().inputReader(StandardCharsets.UTF_8)) {
            line(printed);
            guarded.end();
            assertThat(line(printed)).isEqualTo("asked");
            assertThat(guarded.shell().exitValue()).isZero();
        }
    }

    @Test
    void sigtermToTheGuardAsksTheProgramToEnd() throws Exception {
        GuardedProcess guarded = guarded("perl", "-e", ENDS_WHEN_ASKED);
        try (BufferedReader printed = guarded.shell().inputReader(StandardCharsets.UTF_8)) {
            line(printed);
            guarded.shell().toHandle().destroy();
            assertThat(line(printed)).isEqualTo("asked");
            assertThat(guarded.shell().waitFor()).isZero();
        }
    }

    @Test
    void whatEndsAtNoSignalIsKilled() throws Exception {
        GuardedProcess guarded = guarded("sh", "-c", "echo $$; while :; do sleep 0.1; done");
        try (BufferedReader printed = guarded.shell().inputReader(StandardCharsets.UTF_8)) {
            ProcessHandle program =
                    ProcessHandle.of(Long.parseLong(line(printed))).orElseThrow();
            long before = System.nanoTime();
            guarded.end();
            assertThat(Duration.ofNanos(System.nanoTime() - before))
                    .isBetween(Duration.ofSeconds(6), Duration.ofSeconds(30));
            program.onExit().get(20, TimeUnit.SECONDS);
        }
    }
}
