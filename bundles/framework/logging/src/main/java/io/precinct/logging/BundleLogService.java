package io.precinct.logging;

import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;
import org.osgi.service.log.FormatterLogger;
import org.osgi.service.log.LogService;
import org.osgi.service.log.Logger;
import org.slf4j.event.Level;

/**
 * The log service as one bundle sees it. Loggers keep the name of a bundle and never the bundle itself, so none keeps a
 * class loader alive. Thread-safe.
 */
@SuppressWarnings("deprecation") // the log(…) methods of LogService are deprecated, but must still exist
final class BundleLogService implements LogService {
    private final String bundle;

    BundleLogService(Bundle bundle) {
        this.bundle = BundleLogger.nameOf(bundle);
    }

    @Override
    public Logger getLogger(String name) {
        return logger(bundle, name, BundleLogger.Style.BRACES);
    }

    @Override
    public Logger getLogger(Class<?> type) {
        return getLogger(type.getName());
    }

    @Override
    public <L extends Logger> L getLogger(String name, Class<L> style) {
        return style.cast(logger(bundle, name, styleOf(style)));
    }

    @Override
    public <L extends Logger> L getLogger(Class<?> type, Class<L> style) {
        return getLogger(type.getName(), style);
    }

    @Override
    public <L extends Logger> L getLogger(Bundle other, String name, Class<L> style) {
        return style.cast(logger(BundleLogger.nameOf(other), name, styleOf(style)));
    }

    private static BundleLogger.Style styleOf(Class<? extends Logger> type) {
        if (type == Logger.class) {
            return BundleLogger.Style.BRACES;
        }
        if (type == FormatterLogger.class) {
            return BundleLogger.Style.PRINTF;
        }
        throw new IllegalArgumentException("a logger is a Logger or a FormatterLogger, not a " + type.getName()
                + " (OSGi Log Service 1.5, §101.7)");
    }

    /**
     * A logger of a bundle. The root logger of a bundle has the name of the bundle, so that it can have its own level.
     */
    private static BundleLogger logger(String bundle, String name, BundleLogger.Style style) {
        return new BundleLogger(Logger.ROOT_LOGGER_NAME.equals(name) ? bundle : name, bundle, style);
    }

    @Override
    public void log(int level, String message) {
        log(null, level, message, null);
    }

    @Override
    public void log(int level, String message, @Nullable Throwable cause) {
        log(null, level, message, cause);
    }

    @Override
    public void log(@Nullable ServiceReference<?> service, int level, String message) {
        log(service, level, message, null);
    }

    @Override
    public void log(@Nullable ServiceReference<?> service, int level, String message, @Nullable Throwable cause) {
        logger(bundle, bundle, BundleLogger.Style.BRACES).write(level(level), message, service, cause);
    }

    /** Levels beyond debug are defined by the bundle itself; they become trace. */
    private static Level level(int level) {
        return switch (level) {
            case LOG_ERROR -> Level.ERROR;
            case LOG_WARNING -> Level.WARN;
            case LOG_INFO -> Level.INFO;
            case LOG_DEBUG -> Level.DEBUG;
            default -> level < LOG_ERROR ? Level.ERROR : Level.TRACE;
        };
    }
}
