package io.precinct.core.chain;

import io.precinct.core.api.chain.Crossing;
import java.util.List;
import java.util.Locale;

/** Writes the {@code Server-Timing} header: the times of the crossings after the trace, which the trace cannot show. */
final class ServerTiming {
    private ServerTiming() {}

    static String behindTrace(Chain chain, List<Crossing> crossings) {
        List<String> tracing =
                chain.steps.stream().filter(s -> s.emitsTrace).map(s -> s.name).toList();
        var header = new StringBuilder();
        boolean behind = tracing.isEmpty();
        for (Crossing crossing : crossings) {
            if (behind) {
                header.append(header.isEmpty() ? "" : ", ")
                        .append(crossing.boundary())
                        .append(";dur=")
                        .append(millis(crossing.durationNanos()));
            }
            behind |= tracing.contains(crossing.boundary());
        }
        return header.isEmpty() ? "total" : header.toString();
    }

    /** With three decimals. */
    private static String millis(long nanos) {
        long micros = (nanos + 500) / 1000;
        return String.format(Locale.ROOT, "%d.%03d", micros / 1000, micros % 1000);
    }
}
