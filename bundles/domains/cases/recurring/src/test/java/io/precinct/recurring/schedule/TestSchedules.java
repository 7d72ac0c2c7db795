package io.precinct.recurring.schedule;

import io.precinct.recurring.schedule.Schedule.CatchUp;
import io.precinct.recurring.schedule.Schedule.Kind;
import io.precinct.recurring.schedule.Schedule.MonthEnd;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;

/** Schedules for tests. */
final class TestSchedules {
    private TestSchedules() {}

    static Schedule of(Kind kind, String rule, String start, String zone, MonthEnd monthEnd) {
        return new Schedule(kind, rule, LocalDateTime.parse(start), ZoneId.of(zone), monthEnd, CatchUp.LATEST, 10);
    }

    static Schedule rrule(String rule, String start, String zone) {
        return of(Kind.RRULE, rule, start, zone, MonthEnd.CLAMP);
    }

    static Schedule catchingUp(Schedule schedule, CatchUp policy, int most) {
        return new Schedule(
                schedule.kind(),
                schedule.rule(),
                schedule.dtstart(),
                schedule.timezone(),
                schedule.monthEnd(),
                policy,
                most);
    }

    /** Returns the dates of the next firings after a moment. */
    static List<String> dates(Schedule schedule, int most, String after) {
        return new Timetable(schedule, 0)
                .next(most, Instant.parse(after), null).stream()
                        .map(firing -> firing.date().toString())
                        .toList();
    }

    /** Returns the moments of the next firings after a moment. */
    static List<String> moments(Schedule schedule, int most, String after) {
        return new Timetable(schedule, 0)
                .next(most, Instant.parse(after), null).stream()
                        .map(firing -> firing.at().toString())
                        .toList();
    }
}
