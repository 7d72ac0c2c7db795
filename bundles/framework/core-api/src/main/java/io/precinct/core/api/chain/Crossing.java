package io.precinct.core.api.chain;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One finished crossing of a boundary, or the current one as far as it has come.
 *
 * @param seq from 0
 * @param boundary name of the boundary
 * @param slot {@code first}, {@code user}, {@code gate} or {@code tail}
 * @param kind {@code terminal}, {@code passthrough} or {@code gate}
 * @param status how it ended
 * @param reason why it was skipped, or null
 * @param startNanos after the request entered
 * @param durationNanos how long it took
 * @param reads keys actually read, in order of the first read; empty unless a trace was requested
 * @param writes keys of its payload; empty unless a trace was requested
 * @param typeAddr of the payload behind this crossing
 * @param bundle symbolic name of the bundle
 * @param version of the bundle
 * @param in payload before, or the descriptor of a raw body; for the first crossing, {@code params}
 * @param out payload behind, or the descriptor of a raw body; for a rendered body, see {@link #rendered}
 * @param rendered the rendered body if this crossing rendered it, else null
 * @param notes further members of its trace entry
 */
public record Crossing(
        int seq,
        String boundary,
        String slot,
        String kind,
        Status status,
        @Nullable String reason,
        long startNanos,
        long durationNanos,
        List<String> reads,
        List<String> writes,
        String typeAddr,
        String bundle,
        String version,
        @Nullable Object in,
        @Nullable Object out,
        io.precinct.api.boundary.Body.@Nullable Rendered rendered,
        Map<String, @Nullable Object> notes) {
    /** How a crossing ended. */
    public enum Status {
        /** It did its work. */
        OK,
        /** It halted the user slots. */
        HALTED,
        /** It was passed over. */
        SKIPPED,
        /** It threw. */
        ERROR;

        /** The name in answers. */
        public String wireName() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }
}
