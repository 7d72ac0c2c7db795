package io.precinct.http;

import io.precinct.core.api.config.HttpSettings;
import org.jspecify.annotations.Nullable;

/**
 * Settings made ready for use; immutable, so that a request reads one reference and keeps it.
 *
 * @param settings their source
 * @param guard which hosts and origins are ours
 * @param callers identifies callers
 * @param rate how fast a client may send, or null for no limit
 */
record ListenerPolicy(
        HttpSettings settings,
        BrowserGuard guard,
        Callers callers,
        @Nullable RateLimit rate) {
    /** The policy of these settings; clients keep their buckets if the rate stays the same. */
    static ListenerPolicy of(HttpSettings settings, @Nullable String token, @Nullable ListenerPolicy previous) {
        int perSecond = settings.limits().perClientPerSecond();
        RateLimit rate = previous == null ? null : previous.rate();
        if (perSecond <= 0) {
            rate = null;
        } else if (rate == null || rate.perSecond() != perSecond) {
            rate = new RateLimit(perSecond, System::nanoTime);
        }
        return new ListenerPolicy(settings, new BrowserGuard(settings), new Callers(settings, token), rate);
    }
}
