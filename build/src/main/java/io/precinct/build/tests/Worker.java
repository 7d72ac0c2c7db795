package io.precinct.build.tests;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * The program in a JVM that runs tests. It reads names of classes, one a line, and runs each as it comes; at the end of
 * its input it exits. It reports in lines that begin with {@link #MARK} on the original stdout; what tests print goes
 * to a file for each class. It depends only on JUnit's launcher and the class path of the module.
 */
public final class Worker {
    /** Begins a line of this program among other output. */
    static final char MARK = '\u0001';

    private Worker() {}

    /** Runs the classes named on stdin; the first argument is the folder for their output. */
    public static void main(String[] arguments) throws IOException {
        PrintStream control = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.setIn(InputStream.nullInputStream());
        Path folder = Path.of(arguments[0]);
        try (LauncherSession session = LauncherFactory.openSession()) {
            for (String name = input.readLine(); name != null; name = input.readLine()) {
                run(session.getLauncher(), name, folder.resolve(name + ".txt"), control);
            }
        }
        // Threads that tests left behind do not keep the JVM running.
        System.exit(0);
    }

    private static void run(Launcher launcher, String name, Path log, PrintStream control) throws IOException {
        PrintStream out = System.out;
        PrintStream err = System.err;
        try (PrintStream printed = new PrintStream(new FileOutputStream(log.toFile()), true, StandardCharsets.UTF_8)) {
            System.setOut(printed);
            System.setErr(printed);
            long began = System.nanoTime();
            try {
                var request = LauncherDiscoveryRequestBuilder.request()
                        .selectors(DiscoverySelectors.selectClass(name))
                        .build();
                launcher.execute(request, new Events(name, control));
            } catch (RuntimeException | Error e) {
                say(control, "test", name, "FAILED", "(discovery)", encoded(e));
            }
            say(control, "end", name, Long.toString((System.nanoTime() - began) / 1_000_000));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    private static void say(PrintStream control, String... words) {
        control.println(MARK + String.join("\t", words));
    }

    private static String encoded(Throwable thrown) {
        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace));
        return Base64.getEncoder().encodeToString(trace.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Reports each test, and each class that failed or was skipped as a whole. */
    private record Events(String name, PrintStream control) implements TestExecutionListener {
        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (test.isTest() || result.getStatus() != Status.SUCCESSFUL) {
                String outcome = switch (result.getStatus()) {
                    case SUCCESSFUL -> "PASSED";
                    case ABORTED -> "SKIPPED";
                    case FAILED -> "FAILED";
                };
                say(
                        control,
                        "test",
                        name,
                        outcome,
                        title(test),
                        result.getThrowable().map(Worker::encoded).orElse(""));
            }
        }

        @Override
        public void executionSkipped(TestIdentifier test, String reason) {
            say(control, "test", name, "SKIPPED", title(test), "");
        }

        @Override
        public void testPlanExecutionStarted(TestPlan plan) {
            if (!plan.containsTests()) {
                say(control, "empty", name);
            }
        }

        private static String title(TestIdentifier test) {
            Optional<TestSource> source = test.getSource();
            String place = switch (source.orElse(null)) {
                case MethodSource method -> method.getMethodName();
                case ClassSource whole -> whole.getClassName();
                case null, default -> "";
            };
            String display = test.getDisplayName().replaceAll("\\s+", " ");
            return display.startsWith(place) || place.isEmpty() ? display : place + " " + display;
        }
    }
}
