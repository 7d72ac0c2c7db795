package io.precinct.core.chain;

import io.precinct.core.api.chain.Crossing;
import java.util.List;
import java.util.Locale;

/** Times of the crossings that a trace cannot show because they come after it, as a {@code Server-Timing} header. */
final class ServerTiming {
    private ServerTiming() {}

    static String behindTrace(Chain chain, List<Crossing> crossings) {
        List<String> tracing = chain.steps().stream()
                .filter(s -> s.emitsTrace)
                .map(s -> s.name)
                .toList();
        var header = new StringBuilder();
        boolean behind = tracing.isEmpty();
        for (Crossing crossing : crossings) {
            if (behind) {
                header.append(header.isEmpty() ? "" : ", ")
                        .append(crossing.boundary())
                        .append(";dur=")
                        .append(String.format(Locale.ROOT, "%.3f", crossing.durationNanos() / 1e6));
            }
            behind |= tracing.contains(crossing.boundary());
        }
        return header.isEmpty() ? "total" : header.toString();
    }
}
