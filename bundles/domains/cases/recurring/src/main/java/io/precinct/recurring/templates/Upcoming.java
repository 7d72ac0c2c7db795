package io.precinct.recurring.templates;

import io.precinct.api.data.Data;
import io.precinct.recurring.schedule.Firing;
import io.precinct.recurring.schedule.Timetable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is to come, by the same timetable that the scheduler fires by. */
// @req:recurring-upcoming
final class Upcoming {
    private Upcoming() {}

    /**
     * The next firings of a template as {@code [{date, at}]}. Of a disabled one, those that it would have if it were enabled
     * now; of one that follows completion, only the next, and that only once it is known.
     */
    static List<Map<String, @Nullable Object>> of(Template template, int most, Instant now) {
        return firings(template, most, now).stream().map(Upcoming::toData).toList();
    }

    private static Map<String, @Nullable Object> toData(Firing firing) {
        return Data.map("date", firing.date().toString(), "at", Template.time(firing.at()));
    }

    private static List<Firing> firings(Template template, int most, Instant now) {
        Timetable timetable = template.content().timetable();
        if (!template.content().enabled()) {
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
