package io.precinct.recurring.templates;

import io.precinct.recurring.schedule.Firing;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * What a template waits for.
 *
 * @param next the next firing, or null
 * @param waitingFor the case whose completion the next firing follows, or null
 */
record NextFiring(@Nullable Firing next, @Nullable String waitingFor) {
    private static final NextFiring NOTHING = new NextFiring(null, null);

    /**
     * Plans from {@code now} on; missed occurrences are not made up for.
     *
     * @param last the newest date that was fired
     * @param newest the newest instance, or null
     */
    static NextFiring from(TemplateContent content, Instant now, @Nullable LocalDate last, @Nullable String newest) {
        if (!content.isEnabled()) {
            return NOTHING;
        }
        if (newest != null && content.schedule().followsCompletion()) {
            return new NextFiring(null, newest);
        }
        Iterator<Firing> firings = content.timetable().after(now, last);
        return firings.hasNext() ? new NextFiring(firings.next(), null) : NOTHING;
    }
}
