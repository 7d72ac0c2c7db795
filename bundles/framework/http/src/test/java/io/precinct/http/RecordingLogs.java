package io.precinct.http;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Logger;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;
import org.slf4j.event.Level;
import org.slf4j.event.LoggingEvent;
import org.slf4j.helpers.AbstractLogger;
import org.slf4j.helpers.BasicMDCAdapter;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.spi.LoggingEventAware;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/** The SLF4J provider of these tests: keeps what is logged at INFO and above. */
public final class RecordingLogs implements SLF4JServiceProvider {
    /** A line of the log. */
    record Line(String logger, Level level, String message, Map<String, Object> pairs, Throwable thrown) {}

    private static final List<String> PARSERS =
            List.of("org.eclipse.jetty.http.HttpParser", "org.eclipse.jetty.util.HostPort");

    /**
     * What Jetty logs of a selector that is closed while a thread still waits on it, as happens when a listener stops. Of
     * one that fails in service it says "Fatal select() failure".
     */
    private static final String SELECTOR_ENDED = "select() failure java.nio.channels.ClosedSelectorException";

    private static final ConcurrentLinkedQueue<Line> LINES = new ConcurrentLinkedQueue<>();
    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final MDCAdapter mdc = new BasicMDCAdapter();
    private final Map<String, Logger> loggers = new ConcurrentHashMap<>();

    static void clear() {
        LINES.clear();
    }

    static List<Line> of(String logger) {
        return LINES.stream().filter(line -> line.logger().equals(logger)).toList();
    }

    /**
     * Warnings and errors, without those of Jetty's parsers, which the launcher's levels keep quiet, and of selectors that
     * end.
     */
    static List<Line> noise() {
        return LINES.stream()
                .filter(line -> line.level().toInt() >= Level.WARN.toInt())
                .filter(line -> PARSERS.stream().noneMatch(line.logger()::startsWith))
                .filter(line -> !line.message().equals(SELECTOR_ENDED))
                .toList();
    }

    @Override
    public ILoggerFactory getLoggerFactory() {
        return name -> loggers.computeIfAbsent(name, Recorder::new);
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return markers;
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return mdc;
    }

    @Override
    public String getRequestedApiVersion() {
        return "2.0.99";
    }

    @Override
    public void initialize() {}

    private static final class Recorder extends AbstractLogger implements LoggingEventAware {
        private static final long serialVersionUID = 1L;

        Recorder(String name) {
            this.name = name;
        }

        @Override
        public void log(LoggingEvent event) {
            var pairs = new TreeMap<String, Object>();
            if (event.getKeyValuePairs() != null) {
                for (KeyValuePair pair : event.getKeyValuePairs()) {
                    pairs.put(pair.key, pair.value);
                }
            }
            LINES.add(new Line(
                    name,
                    event.getLevel(),
                    MessageFormatter.basicArrayFormat(event.getMessage(), event.getArgumentArray()),
                    pairs,
                    event.getThrowable()));
        }

        @Override
        protected void handleNormalizedLoggingCall(
                Level level, Marker marker, String pattern, Object[] arguments, Throwable thrown) {
            String message = MessageFormatter.basicArrayFormat(pattern, arguments);
            LINES.add(new Line(name, level, message, Map.of(), thrown));
        }

        @Override
        protected String getFullyQualifiedCallerName() {
            return null;
        }

        @Override
        public boolean isTraceEnabled() {
            return false;
        }

        @Override
        public boolean isTraceEnabled(Marker marker) {
            return false;
        }

        @Override
        public boolean isDebugEnabled() {
            return false;
        }

        @Override
        public boolean isDebugEnabled(Marker marker) {
            return false;
        }

        @Override
        public boolean isInfoEnabled() {
            return true;
        }

        @Override
        public boolean isInfoEnabled(Marker marker) {
            return true;
        }

        @Override
        public boolean isWarnEnabled() {
            return true;
        }

        @Override
        public boolean isWarnEnabled(Marker marker) {
            return true;
        }

        @Override
        public boolean isErrorEnabled() {
            return true;
        }

        @Override
        public boolean isErrorEnabled(Marker marker) {
            return true;
        }
    }
}
