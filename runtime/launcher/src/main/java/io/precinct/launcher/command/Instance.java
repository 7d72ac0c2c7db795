package io.precinct.launcher.command;

import io.precinct.launcher.Console;
import io.precinct.launcher.Failure;
import io.precinct.launcher.container.Container;
import io.precinct.launcher.container.Features;
import io.precinct.launcher.container.HeapTrimmer;
import io.precinct.launcher.container.Readiness;
import io.precinct.launcher.container.Readiness.Outcome;
import io.precinct.launcher.container.Settings;
import io.precinct.launcher.container.Shutdown;
import io.precinct.launcher.data.DataFolder;
import io.precinct.launcher.data.RunFile;
import java.io.IOException;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/** Starts an instance, serves and stops it. For a single use, by one thread. */
final class Instance {
    private static final int TOKEN_BYTES = 32;
    /** If the instance is not ready after this time, it reports what it waits for. */
    private static final Duration SILENCE = Duration.ofSeconds(10);

    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private final Run run;
    private final Console console;
    private final Shutdown shutdown;
    private final DataFolder folder;
    private final Features features;
    private final String token = token();
    private final Instant started =
            ProcessHandle.current().info().startInstant().orElseGet(Instant::now);

    Instance(Run run, Console console, Shutdown shutdown, DataFolder folder, Features features) {
        this.run = run;
        this.console = console;
        this.shutdown = shutdown;
        this.folder = folder;
        this.features = features;
    }

    private static String token() {
        byte[] bytes = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** Starts, serves until a shutdown is requested, and stops; returns the exit code. */
    int live() throws Failure, InterruptedException {
        console.progress("version " + run.installation().version() + " starts " + String.join(", ", features.names())
                + " (configuration " + run.config() + ", data " + folder.path() + ")");
        Container container = Container.create(settings(), features, folder.cache());
        container.onStop(shutdown::request);
        shutdown.onRequest(container.readiness()::abandon);
        try {
            container.start(features.bundles(), folder.disabledBundles(), shutdown::requested);
            return serve(awaitServing(container), container);
        } finally {
            stop(container);
        }
    }

    private Settings settings() {
        return new Settings(Settings.Mode.RUN, run.installation().version())
                .folders(run.installation().home(), run.config(), folder.path())
                .features(features.names())
                .port(run.port())
                .strictInput(run.strictInput())
                .token(token);
    }

    private Outcome awaitServing(Container container) throws Failure, InterruptedException {
        Readiness readiness = container.readiness();
        Optional<Outcome> outcome = readiness.awaitServing(SILENCE);
        if (outcome.isEmpty()) {
            console.progress("not ready after " + SILENCE.toSeconds() + " s, still waiting"
                    + CommonOptions.list(container.diagnosis()));
            outcome = readiness.awaitServing(DEADLINE.minus(SILENCE));
        }
        return outcome.orElseThrow(() -> new Failure("not ready within " + DEADLINE.toSeconds() + " s; the log is in "
                + folder.logs() + CommonOptions.list(container.diagnosis())));
    }

    private int serve(Outcome outcome, Container container) throws Failure, InterruptedException {
        return switch (outcome) {
            case Outcome.Serving serving -> {
                announce(serving.url());
                HeapTrimmer.start();
                follow(serving.url(), container.readiness());
                drain(container);
                yield Command.DONE;
            }
            case Outcome.BadConfiguration bad -> {
                bad.problems().forEach(console.out()::println);
                yield Command.FAILED;
            }
            case Outcome.NoListener none -> throw new Failure("cannot listen: " + none.problem());
            case Outcome.Hopeless hopeless -> throw new Failure("cannot serve: " + hopeless.reason());
            case Outcome.Abandoned abandoned -> Command.DONE;
            case Outcome.GoodConfiguration good -> throw new IllegalStateException("nobody asked for " + good);
        };
    }

    private void announce(URI url) throws Failure {
        writeRunFile(url);
        LoggerFactory.getLogger("io.precinct.launcher")
                .info(
                        "ready on {} after {} ms",
                        url,
                        Duration.between(started, Instant.now()).toMillis());
        console.out().println("precinct ready on " + url);
    }

    /** Updates run.json when a reload moves the listener to another port. */
    private void follow(URI first, Readiness readiness) throws InterruptedException {
        Optional<URI> moved = readiness.awaitMove(first);
        while (moved.isPresent()) {
            console.progress("now on " + moved.get());
            try {
                writeRunFile(moved.get());
            } catch (Failure e) {
                console.progress(e.getMessage() + "; commands need --url until the next start");
            }
            moved = readiness.awaitMove(moved.get());
        }
    }

    /** Takes requests for the configured time, so that load balancers notice first that the instance is not ready. */
    private void drain(Container container) throws InterruptedException {
        Duration time = container.announceStop();
        if (time.isPositive()) {
            console.progress("draining: /ready is 503, requests are still taken for " + time.toSeconds()
                    + " s; another signal ends this");
            shutdown.drain(time);
        }
    }

    private void writeRunFile(URI url) throws Failure {
        try {
            new RunFile(
                            ProcessHandle.current().pid(),
                            url,
                            token,
                            started,
                            run.installation().version())
                    .write(folder);
        } catch (IOException e) {
            throw Failure.of("cannot write " + folder.runFile(), e);
        }
    }

    private void stop(Container container) throws InterruptedException {
        boolean asked = shutdown.requested();
        if (asked) {
            console.progress("stopping; requests in flight are finished first");
        } else {
            shutdown.fail(); // Without a request, this is a failure; from here on, the time to stop is limited, too.
        }
        container.stop();
        if (asked) {
            console.progress("stopped");
        }
    }
}
