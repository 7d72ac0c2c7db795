package io.precinct.recurring.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.recurring.schedule.Schedule.Kind;
import io.precinct.recurring.schedule.Schedule.MonthEnd;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a clock change affects a schedule. */
class ClockChangeTest {
    @ParameterizedTest(name = "{0} at {1}")
    @CsvSource({
        // forward: 02:30 does not exist on the middle day and is shifted by the length of the gap
        "Europe/Berlin,       2026-03-28T02:30, 2026-03-28T01:30:00Z, 2026-03-29T01:30:00Z, 2026-03-30T00:30:00Z",
        "America/New_York,    2026-03-07T02:30, 2026-03-07T07:30:00Z, 2026-03-08T07:30:00Z, 2026-03-09T06:30:00Z",
        "Australia/Lord_Howe, 2026-10-03T02:15, 2026-10-02T15:45:00Z, 2026-10-03T15:45:00Z, 2026-10-04T15:15:00Z",
        // back: the time occurs twice on the middle day, and the first counts
        "Europe/Berlin,       2026-10-24T02:30, 2026-10-24T00:30:00Z, 2026-10-25T00:30:00Z, 2026-10-26T01:30:00Z",
        "America/New_York,    2026-10-31T01:30, 2026-10-31T05:30:00Z, 2026-11-01T05:30:00Z, 2026-11-02T06:30:00Z",
        "Australia/Lord_Howe, 2026-04-04T01:45, 2026-04-03T14:45:00Z, 2026-04-04T14:45:00Z, 2026-04-05T15:15:00Z",
    })
    void dailyFiresOnceADate(String zone, String start, String before, String changed, String after) {
        assertThat(TestSchedules.moments(TestSchedules.rrule("FREQ=DAILY", start, zone), 3, "2026-01-01T00:00:00Z"))
                .containsExactly(before, changed, after);
        String cron =
                Integer.parseInt(start.substring(14)) + " " + Integer.parseInt(start.substring(11, 13)) + " * * *";
        assertThat(TestSchedules.moments(
                        TestSchedules.of(Kind.CRON, cron, start, zone, MonthEnd.CLAMP), 3, "2026-01-01T00:00:00Z"))
                .containsExactly(before, changed, after);
    }

    @Test
    void theShiftedTimeIsThatOfTheClockOnTheWall() {
        assertThat(Instant.parse("2026-03-29T01:30:00Z").atZone(java.time.ZoneId.of("Europe/Berlin")))
                .hasToString("2026-03-29T03:30+02:00[Europe/Berlin]");
        assertThat(Instant.parse("2026-10-03T15:45:00Z").atZone(java.time.ZoneId.of("Australia/Lord_Howe")))
                .hasToString("2026-10-04T02:45+11:00[Australia/Lord_Howe]");
    }

    @Test
    void anHourThatComesTwiceIsNotAskedForAgainAfterItsFirstTime() {
        Schedule schedule = TestSchedules.rrule("FREQ=DAILY", "2026-10-01T02:30", "Europe/Berlin");
        assertThat(TestSchedules.dates(schedule, 1, "2026-10-25T00:29:59Z")).containsExactly("2026-10-25");
        assertThat(TestSchedules.dates(schedule, 1, "2026-10-25T00:30:00Z")).containsExactly("2026-10-26");
    }

    @Test
    void aDayThatAZoneLeftOutIsShiftedAndNotLost() {
        Schedule samoa = TestSchedules.rrule("FREQ=DAILY", "2011-12-28T09:00", "Pacific/Apia");
        assertThat(TestSchedules.dates(samoa, 4, "2011-12-01T00:00:00Z"))
                .containsExactly("2011-12-28", "2011-12-29", "2011-12-30", "2011-12-31");
    }

    @Test
    void anEndInUtcIsTheSameMomentInEveryZone() {
        Schedule schedule =
                TestSchedules.rrule("FREQ=DAILY;UNTIL=20260330T073000Z", "2026-03-28T09:30", "Europe/Berlin");
        assertThat(TestSchedules.dates(schedule, 9, "2026-01-01T00:00:00Z"))
                .containsExactly("2026-03-28", "2026-03-29", "2026-03-30");
    }

    @Test
    void daysOfADurationCountOnTheWallAndHoursInReality() {
        Instant completed = Instant.parse("2026-03-28T17:00:00Z");
        assertThat(after("P1D", completed)).isEqualTo("2026-03-29T16:00:00Z");
        assertThat(after("PT24H", completed)).isEqualTo("2026-03-29T17:00:00Z");
    }

    private static String after(String rule, Instant completed) {
        Schedule schedule =
                TestSchedules.of(Kind.AFTER_COMPLETION, rule, "2026-01-01T09:00", "Europe/Berlin", MonthEnd.CLAMP);
        return new Timetable(schedule, 0).completed(completed, null).at().toString();
    }
}
