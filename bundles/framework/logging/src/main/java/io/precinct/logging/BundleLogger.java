package io.precinct.logging;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.service.log.FormatterLogger;
import org.osgi.service.log.LoggerConsumer;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;
import org.slf4j.event.Level;
import org.slf4j.helpers.MessageFormatter;

/**
 * An OSGi logger that delegates to the slf4j logger of the same name; {@code bundle} and {@code service} become
 * key/value pairs. Thread-safe.
 */
final class BundleLogger implements FormatterLogger {
    /** Entries at the OSGi level AUDIT, which slf4j does not have: info with this marker. */
    static final Marker AUDIT = MarkerFactory.getMarker("AUDIT");

    private final org.slf4j.Logger slf4j;
    private final String bundle;
    private final Style style;

    /** The placeholder for an argument in a message. */
    enum Style {
        /** {@code {}}, a {@code Logger}. */
        BRACES,
        /** {@code %s}, a {@code FormatterLogger}. */
        PRINTF
    }

    BundleLogger(String name, String bundle, Style style) {
        this.slf4j = LoggerFactory.getLogger(name);
        this.bundle = bundle;
        this.style = style;
    }

    static String nameOf(Bundle bundle) {
        String name = bundle.getSymbolicName();
        return name == null ? "bundle-" + bundle.getBundleId() : name;
    }

    @Override
    public String getName() {
        return slf4j.getName();
    }

    /** A trailing exception among the arguments is the cause, a trailing service reference the service concerned. */
    private void format(Level level, @Nullable Marker marker, String message, @Nullable Object... arguments) {
        if (!slf4j.isEnabledForLevel(level)) {
            return;
        }
        Throwable cause = null;
        ServiceReference<?> service = null;
        int count = arguments.length;
        while (count > 0) {
            if (cause == null && arguments[count - 1] instanceof Throwable last) {
                cause = last;
            } else if (service == null && arguments[count - 1] instanceof ServiceReference<?> last) {
                service = last;
            } else {
                break;
            }
            count--;
        }
        write(level, marker, text(message, Arrays.copyOf(arguments, count)), service, cause);
    }

    private String text(String message, @Nullable Object[] arguments) {
        if (arguments.length == 0) {
            return message;
        }
        return style == Style.PRINTF
                ? String.format(message, arguments)
                : MessageFormatter.basicArrayFormat(message, arguments);
    }

    void write(Level level, String message, @Nullable ServiceReference<?> service, @Nullable Throwable cause) {
        write(level, null, message, service, cause);
    }

    private void write(
            Level level,
            @Nullable Marker marker,
            String message,
            @Nullable ServiceReference<?> service,
            @Nullable Throwable cause) {
        var entry = slf4j.atLevel(level).addKeyValue("bundle", bundle);
        if (service != null) {
            entry = entry.addKeyValue("service", service.getProperty(Constants.SERVICE_ID))
                    .addKeyValue("service_types", Arrays.asList((String[]) service.getProperty(Constants.OBJECTCLASS)));
        }
        if (marker != null) {
            entry = entry.addMarker(marker);
        }
        if (cause != null) {
            entry = entry.setCause(cause);
        }
        entry.log(message);
    }

    @Override
    public boolean isTraceEnabled() {
        return slf4j.isTraceEnabled();
    }

    @Override
    public void trace(String message) {
        format(Level.TRACE, null, message);
    }

    @Override
    public void trace(String format, @Nullable Object argument) {
        format(Level.TRACE, null, format, argument);
    }

    @Override
    public void trace(String format, @Nullable Object first, @Nullable Object second) {
        format(Level.TRACE, null, format, first, second);
    }

    @Override
    public void trace(String format, @Nullable Object... arguments) {
        format(Level.TRACE, null, format, arguments);
    }

    @Override
    public <E extends Exception> void trace(LoggerConsumer<E> consumer) throws E {
        if (isTraceEnabled()) {
            consumer.accept(this);
        }
    }

    @Override
    public boolean isDebugEnabled() {
        return slf4j.isDebugEnabled();
    }

    @Override
    public void debug(String message) {
        format(Level.DEBUG, null, message);
    }

    @Override
    public void debug(String format, @Nullable Object argument) {
        format(Level.DEBUG, null, format, argument);
    }

    @Override
    public void debug(String format, @Nullable Object first, @Nullable Object second) {
        format(Level.DEBUG, null, format, first, second);
    }

    @Override
    public void debug(String format, @Nullable Object... arguments) {
        format(Level.DEBUG, null, format, arguments);
    }

    @Override
    public <E extends Exception> void debug(LoggerConsumer<E> consumer) throws E {
        if (isDebugEnabled()) {
            consumer.accept(this);
        }
    }

    @Override
    public boolean isInfoEnabled() {
        return slf4j.isInfoEnabled();
    }

    @Override
    public void info(String message) {
        format(Level.INFO, null, message);
    }

    @Override
    public void info(String format, @Nullable Object argument) {
        format(Level.INFO, null, format, argument);
    }

    @Override
    public void info(String format, @Nullable Object first, @Nullable Object second) {
        format(Level.INFO, null, format, first, second);
    }

    @Override
    public void info(String format, @Nullable Object... arguments) {
        format(Level.INFO, null, format, arguments);
    }

    @Override
    public <E extends Exception> void info(LoggerConsumer<E> consumer) throws E {
        if (isInfoEnabled()) {
            consumer.accept(this);
        }
    }

    @Override
    public boolean isWarnEnabled() {
        return slf4j.isWarnEnabled();
    }

    @Override
    public void warn(String message) {
        format(Level.WARN, null, message);
    }

    @Override
    public void warn(String format, @Nullable Object argument) {
        format(Level.WARN, null, format, argument);
    }

    @Override
    public void warn(String format, @Nullable Object first, @Nullable Object second) {
        format(Level.WARN, null, format, first, second);
    }

    @Override
    public void warn(String format, @Nullable Object... arguments) {
        format(Level.WARN, null, format, arguments);
    }

    @Override
    public <E extends Exception> void warn(LoggerConsumer<E> consumer) throws E {
        if (isWarnEnabled()) {
            consumer.accept(this);
        }
    }

    @Override
    public boolean isErrorEnabled() {
        return slf4j.isErrorEnabled();
    }

    @Override
    public void error(String message) {
        format(Level.ERROR, null, message);
    }

    @Override
    public void error(String format, @Nullable Object argument) {
        format(Level.ERROR, null, format, argument);
    }

    @Override
    public void error(String format, @Nullable Object first, @Nullable Object second) {
        format(Level.ERROR, null, format, first, second);
    }

    @Override
    public void error(String format, @Nullable Object... arguments) {
        format(Level.ERROR, null, format, arguments);
    }

    @Override
    public <E extends Exception> void error(LoggerConsumer<E> consumer) throws E {
        if (isErrorEnabled()) {
            consumer.accept(this);
        }
    }

    @Override
    public void audit(String message) {
        format(Level.INFO, AUDIT, message);
    }

    @Override
    public void audit(String format, @Nullable Object argument) {
        format(Level.INFO, AUDIT, format, argument);
    }

    @Override
    public void audit(String format, @Nullable Object first, @Nullable Object second) {
        format(Level.INFO, AUDIT, format, first, second);
    }

    @Override
    public void audit(String format, @Nullable Object... arguments) {
        format(Level.INFO, AUDIT, format, arguments);
    }
}
