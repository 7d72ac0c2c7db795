package io.precinct.recurring.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.recurring.schedule.Schedule.CatchUp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A daily schedule at nine; the scheduler stops after the firing of 1 November and starts again three weeks later. */
class BacklogTest {
    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");

    @Test
    void allIsTheNewestUpToTheLimit() {
        assertThat(fired(CatchUp.ALL, 10, 0, NOW))
                .hasSize(10)
                .startsWith("2026-11-13")
                .endsWith("2026-11-22");
    }

    @Test
    void allIsAllWithinTheLimit() {
        assertThat(fired(CatchUp.ALL, 100, 0, NOW)).hasSize(21).startsWith("2026-11-02");
    }

    @Test
    void latestIsOne() {
        assertThat(fired(CatchUp.LATEST, 10, 0, NOW)).containsExactly("2026-11-22");
    }

    @Test
    void noneIsNone() {
        assertThat(fired(CatchUp.NONE, 10, 0, NOW)).isEmpty();
    }

    @Test
    void aLittleLateIsOnTime() {
        Instant justAfter = Instant.parse("2026-11-22T09:01:00Z");
        assertThat(fired(CatchUp.NONE, 10, 0, justAfter)).containsExactly("2026-11-22");
        assertThat(fired(CatchUp.LATEST, 10, 0, justAfter)).containsExactly("2026-11-22");
    }

    @Test
    void whatLiesAheadIsNotMissedThoughItsLeadDaysBegan() {
        assertThat(fired(CatchUp.NONE, 10, 3, NOW)).containsExactly("2026-11-23", "2026-11-24", "2026-11-25");
        assertThat(fired(CatchUp.ALL, 2, 3, NOW))
                .containsExactly("2026-11-21", "2026-11-22", "2026-11-23", "2026-11-24", "2026-11-25");
    }

    /** Fires one at a time and chooses anew after each, as the scheduler does. */
    private static List<String> fired(CatchUp policy, int most, int lead, Instant now) {
        Schedule schedule =
                TestSchedules.catchingUp(TestSchedules.rrule("FREQ=DAILY", "2026-01-01T09:00", "UTC"), policy, most);
        var timetable = new Timetable(schedule, lead);
        Instant stopped = Instant.parse("2026-11-01T12:00:00Z");
        Firing due = timetable
                .following(java.time.LocalDate.parse("2026-11-01"), stopped)
                .next();
        List<String> fired = new ArrayList<>();
        while (due != null && !due.at().isAfter(now)) {
            Backlog backlog = Backlog.of(timetable, schedule, due, now);
            Firing next = backlog.next();
            if (next == null || next.at().isAfter(now)) {
                break;
            }
            fired.add(next.date().toString());
            Iterator<Firing> rest = timetable.following(next.date(), now);
            due = rest.hasNext() ? rest.next() : null;
        }
        return fired;
    }
}
