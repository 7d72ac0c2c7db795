package io.precinct.launcher.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.data.MapBuilder;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;

/**
 * Encodes an entry as one line of JSON: {@code time, level, logger, thread, message}, {@code fields} (key-value pairs
 * and MDC) if there are any, {@code error} (the stack trace) if there is one.
 */
final class JsonLines extends LineEncoder {
    @Override
    byte[] line(ILoggingEvent event) {
        MapBuilder line = Data.mapBuilder()
                .put("time", Instant.ofEpochMilli(event.getTimeStamp()).toString())
                .put("level", event.getLevel().toString())
                .put("logger", event.getLoggerName())
                .put("thread", event.getThreadName())
                .put("message", event.getFormattedMessage());
        Map<String, @Nullable Object> fields = fields(event);
        if (!fields.isEmpty()) {
            line.put("fields", fields);
        }
        IThrowableProxy thrown = event.getThrowableProxy();
        if (thrown != null) {
            line.put("error", ThrowableProxyUtil.asString(thrown));
        }
        return Json.compactBytes(line.build());
    }

    /** The key-value pairs and the MDC; key-value pairs take precedence. */
    private static Map<String, @Nullable Object> fields(ILoggingEvent event) {
        MapBuilder fields = Data.mapBuilder();
        event.getMDCPropertyMap().forEach(fields::put);
        List<KeyValuePair> pairs = event.getKeyValuePairs();
        if (pairs != null) {
            pairs.forEach(pair -> fields.put(pair.key, plain(pair.value)));
        }
        return fields.build();
    }

    private static @Nullable Object plain(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Boolean b -> b;
            case Integer i -> i;
            case Long l -> l;
            case Double d when Double.isFinite(d) -> d;
            case Collection<?> values -> values.stream().map(String::valueOf).toList();
            default -> value.toString();
        };
    }
}
