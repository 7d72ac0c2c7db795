package io.precinct.core.api.inspect;

import io.precinct.core.api.plugin.Generation;
import org.jspecify.annotations.Nullable;

/**
 * A boundary's use of what one boundary may take of the service.
 *
 * @param boundary name
 * @param generation the bundle it came with
 * @param inFlight crossings under way and streams being sent, stuck ones included
 * @param computing how many of those have used much processor time
 * @param stuck threads that were given up and have not returned
 * @param overstays crossings that were given up, or requested more memory than there is, since this generation serves
 * @param refused requests that were refused because of it since this generation serves
 * @param breaker {@code closed}, {@code open} or {@code trial}
 * @param retrySeconds after which the next request is tried if the breaker is open, else 0
 */
public record Guarded(
        String boundary,
        Generation generation,
        int inFlight,
        int computing,
        int stuck,
        long overstays,
        long refused,
        String breaker,
        long retrySeconds) {
    /** What is wrong with it now, as a sentence without its full stop; null if nothing is. */
    public @Nullable String trouble() {
        String who = "boundary " + boundary + " of " + generation.bundle() + " " + generation.version();
        if (!breaker.equals("closed")) {
            return who + " is taken out, since it took too much time or memory " + times(overstays)
                    + ", and tried again " + (retrySeconds > 0 ? "in " + retrySeconds + " s" : "now") + held();
        }
        return stuck > 0 ? who + " overstayed " + times(overstays) + held() : null;
    }

    private String held() {
        return stuck == 0 ? "" : "; " + (stuck == 1 ? "a thread" : stuck + " threads") + " of it cannot be ended";
    }

    private static String times(long count) {
        return count == 1 ? "once" : count + " times";
    }
}
