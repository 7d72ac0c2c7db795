package io.precinct.launcher.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.launcher.Console;
import io.precinct.testing.Eventually;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import sun.misc.Signal;

class ShutdownTest {
    /** A process that has no memory left when it must shut down. */
    static final class Exhausted {
        private Exhausted() {}

        public static void main(String[] arguments) throws InterruptedException {
            Shutdown shutdown = Shutdown.armed(Console.ofThisProcess());
            var asked = new CountDownLatch(1);
            shutdown.onRequest(asked::countDown);
            shutdown.lastWill(() -> {
                throw new OutOfMemoryError("for ever");
            });
            Signal.raise(new Signal("TERM"));
            asked.await();
            Signal.raise(new Signal("TERM"));
            new CountDownLatch(1).await();
        }
    }

    /** A process that drains for longer than a stop may take. */
    static final class Draining {
        /** Exit code of a process that was not halted. */
        static final int FINISHED = 42;

        /** Long enough for a machine that is held up between two statements. */
        private static final Duration PATIENCE = Duration.ofSeconds(2);

        private Draining() {}

        public static void main(String[] arguments) throws InterruptedException {
            try (Shutdown shutdown = Shutdown.armed(Console.ofThisProcess(), PATIENCE)) {
                shutdown.request();
                shutdown.drain(PATIENCE.plusSeconds(1));
            }
            System.exit(FINISHED);
        }
    }

    /** A process that drains for a day, but gets another signal. */
    static final class Hurried {
        private Hurried() {}

        public static void main(String[] arguments) throws InterruptedException {
            try (Shutdown shutdown = Shutdown.armed(Console.ofThisProcess())) {
                shutdown.request();
                Thread main = Thread.currentThread();
                Thread.ofPlatform().daemon().start(() -> {
                    Eventually.until("it drains", () -> main.getState() == Thread.State.TIMED_WAITING);
                    Signal.raise(new Signal("TERM"));
                });
                shutdown.drain(Duration.ofDays(1));
            }
            System.exit(Draining.FINISHED);
        }
    }

    private static int exitCode(Class<?> main) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        main.getName())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("it ended").isTrue();
            return process.exitValue();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void theTimeForTheStopBeginsAfterDraining() throws Exception {
        assertThat(exitCode(Draining.class)).isEqualTo(Draining.FINISHED);
    }

    @Test
    void aSecondSignalEndsTheDrainingAndNotTheProcess() throws Exception {
        assertThat(exitCode(Hurried.class)).isEqualTo(Draining.FINISHED);
    }

    @Test
    void aLastWillThatFailsKeepsNoProcessFromItsEnd() throws Exception {
        assertThat(exitCode(Exhausted.class)).isEqualTo(128 + new Signal("TERM").getNumber());
    }
}
