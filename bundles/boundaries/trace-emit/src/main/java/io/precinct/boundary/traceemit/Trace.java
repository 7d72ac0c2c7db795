package io.precinct.boundary.traceemit;

import io.precinct.api.data.Data;
import io.precinct.api.data.ListBuilder;
import io.precinct.api.data.MapBuilder;
import io.precinct.core.api.chain.ChainContext;
import io.precinct.core.api.chain.Crossing;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts the crossings of a request to data. Times are whole microseconds since the request entered. */
final class Trace {
    private Trace() {}

    /**
     * The trace so far.
     *
     * @param writes keys that the crossing under way is about to write
     */
    static Map<String, @Nullable Object> of(ChainContext chain, List<String> writes) {
        ListBuilder crossings = Data.listBuilder();
        for (Crossing crossing : chain.crossings()) {
            crossings.add(entry(crossing, crossing.durationNanos(), crossing.writes()));
        }
        Crossing underWay = chain.underWay();
        long elapsed = chain.elapsedNanos();
        crossings.add(entry(underWay, elapsed - underWay.startNanos(), writes));
        return Data.map(
                "traceparent", chain.traceparent(),
                "total_us", micros(elapsed),
                "crossings", crossings.build());
    }

    private static Map<String, @Nullable Object> entry(Crossing crossing, long nanos, List<String> writes) {
        MapBuilder entry = Data.mapBuilder()
                .put("seq", crossing.seq())
                .put("boundary", crossing.boundary())
                .put("slot", crossing.slot())
                .put("kind", crossing.kind())
                .put("status", crossing.status().wireName());
        if (crossing.reason() != null) {
            entry.put("reason", crossing.reason());
        }
        return entry.put("start_us", micros(crossing.startNanos()))
                .put("duration_us", micros(nanos))
                .put("reads", crossing.reads())
                .put("writes", writes)
                .put("type_addr", crossing.typeAddr())
                .put("bundle", crossing.bundle())
                .put("version", crossing.version())
                .putAll(crossing.notes())
                .build();
    }

    private static long micros(long nanos) {
        return nanos / 1000;
    }
}
