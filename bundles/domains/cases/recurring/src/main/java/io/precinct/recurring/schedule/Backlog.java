package io.precinct.recurring.schedule;

import io.precinct.recurring.schedule.Schedule.CatchUp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * How to handle firings that are due.
 *
 * @param next the first firing to run, which may lie in the future; null if the schedule has ended
 * @param skipped the number of skipped firings before it
 */
public record Backlog(@Nullable Firing next, int skipped) {
    /**
     * A firing that is at most this late counts as on time, so that a restart, a swap or a busy database misses
     * nothing.
     */
    public static final Duration ON_TIME = Duration.ofMinutes(5);

    /**
     * Chooses firings by the catch-up policy of the schedule. Repeating this after each firing leads to the same
     * choice: firings chosen once stay within the limit.
     *
     * @param due the oldest firing that is due
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
