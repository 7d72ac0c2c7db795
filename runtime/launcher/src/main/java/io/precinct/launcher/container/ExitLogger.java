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
 * Logs which bundle or thread ends the process with {@code Runtime.exit}. Since JDK 21, the JVM logs such calls to the
 * logger {@code java.lang.Runtime}, on the calling thread and with its stack. Thread-safe.
 */
final class ExitLogger extends Handler {
    private static final Logger LOG = LoggerFactory.getLogger(ExitLogger.class);

    /** A strong reference, because the log manager keeps loggers, with their settings, by weak references only. */
    private static final java.util.logging.Logger EXITS = java.util.logging.Logger.getLogger("java.lang.Runtime");

    private final Console console;
    private final BooleanSupplier announced;

    private ExitLogger(Console console, BooleanSupplier announced) {
        this.console = console;
        this.announced = announced;
    }

    /**
     * Installs the handler: from now on every exit is logged.
     *
     * @param announced whether the process has stopped in order, so that its exit need not be logged
     */
    static void appoint(Console console, BooleanSupplier announced) {
        EXITS.setLevel(Level.FINE);
        EXITS.setUseParentHandlers(false);
        EXITS.addHandler(new ExitLogger(console, announced));
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

    /** The bundle of the innermost stack frame that belongs to a bundle. */
    private static Optional<Bundle> caller() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> frames.map(frame -> frame.getDeclaringClass().getClassLoader())
                        .filter(BundleReference.class::isInstance)
                        .map(loader -> ((BundleReference) loader).getBundle())
                        .findFirst());
    }

    @Override
    public void flush() {
        // Nothing is buffered.
    }

    @Override
    public void close() {
        // There are no resources to release.
    }
}
