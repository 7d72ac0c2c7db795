package io.precinct.recurring.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.Generate.pick;
import static org.quicktheories.generators.Generate.range;

import io.precinct.recurring.schedule.Schedule.Kind;
import io.precinct.recurring.schedule.Schedule.MonthEnd;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.quicktheories.core.Gen;

class TimetableTest {
    private static final String NOW = "2026-11-20T10:00:00Z";

    @Test
    void severalTimesOfADateAreOneFiringAtTheFirstThatIsLeft() {
        Schedule schedule = cron("0 9,17 * * *");
        assertThat(TestSchedules.moments(schedule, 2, NOW))
                .containsExactly("2026-11-20T17:00:00Z", "2026-11-21T09:00:00Z");
        Schedule rule = TestSchedules.rrule("FREQ=DAILY;BYHOUR=17,9", "2026-01-01T00:00", "UTC");
        assertThat(TestSchedules.moments(rule, 2, NOW)).containsExactly("2026-11-20T17:00:00Z", "2026-11-21T09:00:00Z");
    }

    @Test
    void cronTakesEitherDayFieldWhereBothAreRestricted() {
        assertThat(TestSchedules.dates(cron("0 9 1 * MON"), 4, NOW))
                .containsExactly("2026-11-23", "2026-11-30", "2026-12-01", "2026-12-07");
        // a field that begins with * restricts nothing in cron's sense: the next is the first Sunday that is a 1st,
        // 8th, 15th, 22nd or 29th of December
        assertThat(TestSchedules.dates(cron("0 9 */7 12 0,7"), 2, NOW)).containsExactly("2030-12-01", "2030-12-08");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "*/15 8-10 * * mon-fri | 2026-11-20T10:15:00Z",
                "5/20 10 * * * | 2026-11-20T10:05:00Z",
                "0 0 1 JAN * | 2027-01-01T00:00:00Z",
                "0 0 * * 7 | 2026-11-22T00:00:00Z",
                "30 9 15 */3 * | 2027-01-15T09:30:00Z",
            })
    void cronFields(String rule, String next) {
        assertThat(TestSchedules.moments(cron(rule), 1, NOW)).containsExactly(next);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "* * * *", "* * * * * *", "60 * * * *", "* 24 * * *", "* * 0 * *", "* * 32 * *", "* * * 13 *",
                "* * * * 8", "*/0 * * * *", "5-1 * * * *", "a * * * *", "1,,2 * * * *", "@daily", "-1 * * * *",
                        "* * ? * *"
            })
    void whatIsNoCronRuleIsRefused(String rule) {
        assertThatThrownBy(() -> cron(rule).check()).isInstanceOf(BadRule.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "FREQ",
                "DAILY",
                "FREQ=HOURLY",
                "FREQ=DAILY;FREQ=DAILY",
                "FREQ=DAILY;COUNT=0",
                "FREQ=DAILY;COUNT=x",
                "FREQ=DAILY;INTERVAL=0",
                "FREQ=YEARLY;INTERVAL=201",
                "FREQ=DAILY;BYHOUR=24",
                "FREQ=DAILY;UNTIL=tomorrow",
                "FREQ=DAILY;UNTIL=20260230",
                "FREQ=DAILY;COUNT=2;UNTIL=20270101",
                "FREQ=MONTHLY;BYDAY=XX",
                "FREQ=MONTHLY;BYMONTHDAY=32",
                "FREQ=YEARLY;BYEASTER=0",
                "RSCALE=HEBREW;FREQ=DAILY",
                "DTSTART:20260101T000000\nRRULE:FREQ=DAILY"
            })
    void whatIsNoRecurrenceRuleIsRefused(String rule) {
        assertThatThrownBy(() ->
                        TestSchedules.rrule(rule, "2026-01-01T09:00", "UTC").check())
                .isInstanceOf(BadRule.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "P", "PT", "P0D", "-P1D", "P-1D", "1 day", "P1000Y", "PT0S", "P1M1", "P99999999999D"})
    void whatIsNoDurationIsRefused(String rule) {
        assertThatThrownBy(() -> completion(rule).check()).isInstanceOf(BadRule.class);
    }

    @Test
    void leadDaysBringTheCaseForwardAndNotItsDate() {
        var timetable =
                new Timetable(TestSchedules.rrule("FREQ=WEEKLY;BYDAY=MO", "2026-01-05T09:00", "Europe/Berlin"), 3);
        List<Firing> next = timetable.next(2, Instant.parse(NOW), null);
        // Monday the 23rd is less than three days ahead, so it fires now
        assertThat(next.getFirst().date()).isEqualTo(LocalDate.parse("2026-11-23"));
        assertThat(next.getFirst().at()).isEqualTo(Instant.parse(NOW));
        assertThat(next.getLast().date()).isEqualTo(LocalDate.parse("2026-11-30"));
        assertThat(next.getLast().at()).isEqualTo(Instant.parse("2026-11-27T08:00:00Z"));
    }

    @Test
    void afterCompletionBeginsAtItsStartOrNow() {
        Schedule schedule = TestSchedules.of(Kind.AFTER_COMPLETION, "P3D", "2026-12-24T09:00", "UTC", MonthEnd.CLAMP);
        assertThat(TestSchedules.moments(schedule, 9, NOW)).containsExactly("2026-12-24T09:00:00Z");
        assertThat(TestSchedules.moments(schedule, 9, "2027-01-01T00:00:00Z")).containsExactly("2027-01-01T00:00:00Z");
    }

    @Test
    void afterCompletionFiresNoDateTwice() {
        var timetable = new Timetable(completion("PT1H"), 0);
        Firing next = timetable.completed(Instant.parse(NOW), LocalDate.parse("2026-11-20"));
        assertThat(next.date()).isEqualTo(LocalDate.parse("2026-11-21"));
        assertThat(next.at()).isEqualTo(Instant.parse("2026-11-21T00:00:00Z"));
    }

    @Test
    void aRuleThatBeganLongAgoIsWalkedToNow() {
        assertThat(TestSchedules.dates(TestSchedules.rrule("FREQ=DAILY;INTERVAL=3", "1900-01-01T09:00", "UTC"), 1, NOW))
                .hasSize(1);
        assertThat(TestSchedules.dates(TestSchedules.rrule("FREQ=DAILY;COUNT=10", "1999-01-01T09:00", "UTC"), 1, NOW))
                .isEmpty();
    }

    @Test
    void walkingStepByStepComesToWhatIsPreviewed() {
        Gen<String> rules = pick(List.of(
                "FREQ=DAILY",
                "FREQ=DAILY;INTERVAL=5;BYHOUR=2,3",
                "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU",
                "FREQ=MONTHLY",
                "FREQ=MONTHLY;BYDAY=-1FR",
                "FREQ=YEARLY;BYMONTH=2,3,10;BYMONTHDAY=29",
                "FREQ=MONTHLY;BYSETPOS=-1;BYDAY=MO,TU,WE,TH,FR;BYHOUR=2"));
        Gen<Integer> days = range(0, 400).mix(pick(List.of(0, 1, 400)), 10);
        Gen<Integer> minutes = range(0, 1439).mix(pick(List.of(0, 1, 1439)), 10);
        qt().withExamples(300).forAll(rules, days, minutes, range(0, 2)).checkAssert((rule, day, minute, lead) -> {
            Schedule schedule = TestSchedules.rrule(rule, "2026-01-31T02:30", "Europe/Berlin");
            var timetable = new Timetable(schedule, lead);
            Instant now = Instant.parse("2026-01-01T00:00:00Z").plusSeconds(day * 86_400L + minute * 60L);

            List<LocalDate> previewed =
                    timetable.next(8, now, null).stream().map(Firing::date).toList();

            List<LocalDate> walked = new ArrayList<>();
            Firing head = timetable.after(now, null).next();
            while (walked.size() < 8) {
                walked.add(head.date());
                Iterator<Firing> rest = timetable.following(head.date(), head.at());
                head = rest.next();
            }
            assertThat(walked).isEqualTo(previewed);
            assertThat(new TreeSet<>(walked)).containsExactlyElementsOf(walked);
        });
    }

    private static Schedule cron(String rule) {
        return TestSchedules.of(Kind.CRON, rule, "2026-01-01T00:00", "UTC", MonthEnd.CLAMP);
    }

    private static Schedule completion(String rule) {
        return TestSchedules.of(Kind.AFTER_COMPLETION, rule, "2026-01-01T00:00", "UTC", MonthEnd.CLAMP);
    }
}
