package io.precinct.launcher.container;

import io.precinct.launcher.Console;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes down who ends the process with {@code Runtime.exit}: the JVM tells the logger {@code java.lang.Runtime} of it, on
 * the thread that calls, with the stack (JDK 21, {@code java.lang.Runtime.exit}). Thread-safe.
 */
final class ExitWitness extends Handler {
    private static final Logger LOG = LoggerFactory.getLogger(ExitWitness.class);

    /** Held here: the log manager alone would let go of it, and of what was set. */
    private static final java.util.logging.Logger EXITS = java.util.logging.Logger.getLogger("java.lang.Runtime");

    private final Console console;
    private final BooleanSupplier announced;

    private ExitWitness(Console console, BooleanSupplier announced) {
        this.console = console;
        this.announced = announced;
    }

    /**
     * From now on every exit is written down.
     *
     * @param announced whether the end has come in order, so that an exit is nothing to tell of
     */
    static void appoint(Console console, BooleanSupplier announced) {
        EXITS.setLevel(Level.FINE);
        EXITS.setUseParentHandlers(false);
        EXITS.addHandler(new ExitWitness(console, announced));
    }

    @Override
    public void publish(LogRecord exit) {
        if (announced.getAsBoolean()) {
            return;
        }
        String who = caller().map(bundle -> "the bundle " + bundle.getSymbolicName() + " " + bundle.getVersion())
                .orElse("a thread (" + Thread.currentThread().getName() + ")");
        LOG.error("{} ends the process; it is stopped in order: {}", who, exit.getMessage(), exit.getThrown());
        console.progress(who + " ends the process (" + exit.getMessage() + "); the log has its stack");
    }

    /** The bundle whose code is nearest to the call. */
    private static Optional<Bundle> caller() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> frames.map(frame -> frame.getDeclaringClass().getClassLoader())
                        .filter(BundleReference.class::isInstance)
                        .map(loader -> ((BundleReference) loader).getBundle())
                        .findFirst());
    }

    @Override
    public void flush() {
        // the log does
    }

    @Override
    public void close() {
        // nothing is held
    }
}
