package io.precinct.launcher.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;

/** Accepts the entries that are shown on the console: warnings, errors, and the progress of long work. */
final class ConsoleFilter extends Filter<ILoggingEvent> {
    /** Name of the SLF4J marker of entries about long work. */
    static final String PROGRESS = "progress";

    ConsoleFilter() {
        start();
    }

    @Override
    public FilterReply decide(ILoggingEvent event) {
        return event.getLevel().isGreaterOrEqual(Level.WARN) || isProgress(event)
                ? FilterReply.NEUTRAL
                : FilterReply.DENY;
    }

    private static boolean isProgress(ILoggingEvent event) {
        return event.getMarkerList() != null
                && event.getMarkerList().stream().anyMatch(marker -> marker.contains(PROGRESS));
    }
}
