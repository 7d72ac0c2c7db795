package io.precinct.recurring.schedule;

import io.precinct.recurring.schedule.Schedule.CatchUp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done about firings that are due.
 *
 * @param next the firing to begin with, which may lie ahead; null if the schedule has ended
 * @param skipped how many before it are left out
 */
public record Backlog(@Nullable Firing next, int skipped) {
    /** What is this little late is on time: a restart, a swap, a busy database miss nothing. */
    public static final Duration ON_TIME = Duration.ofMinutes(5);

    /**
     * Chooses by the schedule's policy. Doing it again after each firing comes to the same end: what was chosen once is
     * within the limit.
     *
     * @param due the firing that is due, the oldest one
     */
    public static Backlog of(Timetable timetable, Schedule schedule, Firing due, Instant now) {
        int keep = schedule.catchUp() == CatchUp.ALL
                ? schedule.maxCatchUp()
                : schedule.catchUp() == CatchUp.LATEST ? 1 : 0;
        var kept = new ArrayDeque<Firing>();
        int skipped = 0;
        int past = 0;
        Firing head = due;
        Iterator<Firing> rest = timetable.following(due.date(), now);
        while (head != null && !head.at().isAfter(now)) {
            kept.add(head);
            past += head.occurrence().isAfter(now) ? 0 : 1;
            if (past - skipped > keep && late(kept.getFirst(), now)) {
                kept.removeFirst();
                skipped++;
            }
            head = rest.hasNext() ? rest.next() : null;
        }
        return new Backlog(kept.isEmpty() ? head : kept.getFirst(), skipped);
    }

    private static boolean late(Firing firing, Instant now) {
        return firing.occurrence().isBefore(now.minus(ON_TIME));
    }
}
