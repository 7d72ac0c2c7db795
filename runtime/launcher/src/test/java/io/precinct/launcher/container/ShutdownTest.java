package io.precinct.launcher.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.launcher.Console;
import java.nio.file.Path;
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

    @Test
    void aLastWillThatFailsKeepsNoProcessFromItsEnd() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Exhausted.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("it ended").isTrue();
            assertThat(process.exitValue()).isEqualTo(128 + new Signal("TERM").getNumber());
        } finally {
            process.destroyForcibly();
        }
    }
}
