package io.precinct.launcher.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.precinct.api.data.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;

/**
 * Encodes an entry of the access log as one line: {@code time} and its key-value pairs as JSON, or the message if it
 * has none. Data of a client can never begin a new line. Because every request pays for this, the class writes the JSON
 * of simple values itself. Not thread-safe.
 */
final class AccessLines extends LineEncoder {
    private static final int MILLIS = 1000;

    private final StringBuilder line = new StringBuilder(256);
    private long second = -1;
    private String secondText = "";

    @Override
    byte[] line(ILoggingEvent event) {
        List<KeyValuePair> pairs = event.getKeyValuePairs();
        if (pairs == null) {
            return withoutControls(event.getFormattedMessage()).getBytes(StandardCharsets.UTF_8);
        }
        line.setLength(0);
        line.append("{\"time\":\"");
        time(event.getTimeStamp());
        line.append('"');
        for (KeyValuePair pair : pairs) {
            line.append(',');
            text(pair.key);
            line.append(':');
            value(pair.value);
        }
        return line.append('}').toString().getBytes(StandardCharsets.UTF_8);
    }

    /** As {@code Instant.toString}, always with milliseconds; caches the seconds, which many requests share. */
    private void time(long millis) {
        long now = Math.floorDiv(millis, MILLIS);
        if (now != second) {
            second = now;
            String text = Instant.ofEpochSecond(now).toString();
            secondText = text.substring(0, text.length() - 1);
        }
        int rest = Math.floorMod(millis, MILLIS);
        line.append(secondText)
                .append('.')
                .append((char) ('0' + rest / 100))
                .append((char) ('0' + rest / 10 % 10))
                .append((char) ('0' + rest % 10))
                .append('Z');
    }

    private void value(@Nullable Object value) {
        switch (value) {
            case null -> line.append("null");
            case Integer number -> line.append(number.intValue());
            case Long number -> line.append(number.longValue());
            case Boolean flag -> line.append(flag.booleanValue());
            default -> text(value.toString());
        }
    }

    private void text(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c == '"' || c == '\\' || c >= 0x7F) {
                line.append(Json.compact(text));
                return;
            }
        }
        line.append('"').append(text).append('"');
    }
}
