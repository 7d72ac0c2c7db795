package io.precinct.recurring.templates;

import io.precinct.api.contract.Type;
import io.precinct.recurring.schedule.Firing;
import io.precinct.recurring.schedule.Timetable;
import io.precinct.rest.api.Property;
import io.precinct.rest.api.Resource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The next firings of a template, from the same timetable that the scheduler uses.
 *
 * @param firings the next firing first
 */
// @req:recurring-upcoming
record Upcoming(Template template, List<Firing> firings) {
    static final Resource<Firing> FIRING = Resource.of(
                    Property.of("date", Type.date(), Firing::date), Property.of("at", Type.time(), Firing::at))
            .named("Firing");

    /** A template with its next firings; the first of them is also among its own members. */
    static final Resource<Upcoming> RESOURCE = Template.RESOURCE
            .<Upcoming>from(Upcoming::template)
            .with(FIRING.<Upcoming>from(upcoming -> upcoming.firings.getFirst()))
            .with(Property.list("upcoming", FIRING, Upcoming::firings))
            .named("UpcomingTemplate");

    /**
     * Returns the next firings of a template. For a disabled template, returns the firings that it would have if it
     * were enabled now. For a template that follows completion, returns only the next firing, once it is known.
     */
    static Upcoming of(Template template, int most, Instant now) {
        return new Upcoming(template, firings(template, most, now));
    }

    private static List<Firing> firings(Template template, int most, Instant now) {
        Timetable timetable = template.content().timetable();
        if (!template.content().isEnabled()) {
            return timetable.next(most, now, template.lastDate());
        }
        if (template.next() == null) {
            return List.of();
        }
        List<Firing> firings = new ArrayList<>();
        firings.add(template.next());
        Iterator<Firing> rest = timetable.following(template.next().date(), now);
        while (firings.size() < most && rest.hasNext()) {
            firings.add(rest.next());
        }
        return firings;
    }
}
