package io.precinct.launcher.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/**
 * Encodes an entry for the console: time, level, message and the chain of causes; the stack trace is in the file only.
 */
final class ConsoleLines extends LineEncoder {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");
    private static final int CAUSES_SHOWN = 5;

    @Override
    byte[] line(ILoggingEvent event) {
        StringBuilder line = new StringBuilder()
                .append(TIME.format(Instant.ofEpochMilli(event.getTimeStamp()).atZone(ZoneId.systemDefault())))
                .append(' ')
                .append(event.getLevel())
                .append(' ')
                .append(event.getLoggerName())
                .append(": ")
                .append(event.getFormattedMessage());
        IThrowableProxy thrown = event.getThrowableProxy();
        for (int i = 0; thrown != null && i < CAUSES_SHOWN; i++) {
            line.append(i == 0 ? " [" : ", caused by ")
                    .append(thrown.getClassName())
                    .append(": ")
                    .append(thrown.getMessage());
            thrown = thrown.getCause();
        }
        if (event.getThrowableProxy() != null) {
            line.append(']');
        }
        return withoutControls(line.toString()).getBytes(StandardCharsets.UTF_8);
    }
}
