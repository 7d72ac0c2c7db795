package io.precinct.recurring.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.recurring.schedule.Schedule.Kind;
import io.precinct.recurring.schedule.Schedule.MonthEnd;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MonthEndTest {
    private static final String BEFORE = "2025-12-31T00:00:00Z";

    @Test
    void aStartOnThe31stComesBackToThe31st() {
        assertThat(TestSchedules.dates(monthly("FREQ=MONTHLY", MonthEnd.CLAMP), 6, BEFORE))
                .containsExactly("2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31", "2026-06-30");
    }

    @Test
    void skippedMonthsAreLeftOut() {
        assertThat(TestSchedules.dates(monthly("FREQ=MONTHLY", MonthEnd.SKIP), 4, BEFORE))
                .containsExactly("2026-01-31", "2026-03-31", "2026-05-31", "2026-07-31");
    }

    @Test
    void aDayThatIsWrittenOutIsClampedToo() {
        assertThat(TestSchedules.dates(monthly("FREQ=MONTHLY;BYMONTHDAY=30", MonthEnd.CLAMP), 3, BEFORE))
                .containsExactly("2026-02-28", "2026-03-30", "2026-04-30");
        assertThat(TestSchedules.dates(monthly("FREQ=MONTHLY;BYMONTHDAY=30", MonthEnd.SKIP), 3, BEFORE))
                .containsExactly("2026-03-30", "2026-04-30", "2026-05-30");
    }

    @Test
    void severalDaysThatClampToOneFireOnce() {
        assertThat(TestSchedules.dates(monthly("FREQ=MONTHLY;BYMONTHDAY=28,29,30,31", MonthEnd.CLAMP), 5, BEFORE))
                .containsExactly("2026-01-31", "2026-02-28", "2026-03-28", "2026-03-29", "2026-03-30");
    }

    @Test
    void everySecondMonthKeepsItsPace() {
        assertThat(TestSchedules.dates(
                        TestSchedules.of(
                                Kind.RRULE, "FREQ=MONTHLY;INTERVAL=2", "2025-12-31T09:00", "UTC", MonthEnd.CLAMP),
                        4,
                        BEFORE))
                .containsExactly("2025-12-31", "2026-02-28", "2026-04-30", "2026-06-30");
    }

    @Test
    void aLeapDayIsClampedOrWaitedFor() {
        Schedule clamped = TestSchedules.of(Kind.RRULE, "FREQ=YEARLY", "2024-02-29T09:00", "UTC", MonthEnd.CLAMP);
        Schedule skipped = TestSchedules.of(Kind.RRULE, "FREQ=YEARLY", "2024-02-29T09:00", "UTC", MonthEnd.SKIP);
        assertThat(TestSchedules.dates(clamped, 5, "2024-01-01T00:00:00Z"))
                .containsExactly("2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29");
        assertThat(TestSchedules.dates(skipped, 2, "2024-01-01T00:00:00Z")).containsExactly("2024-02-29", "2028-02-29");
    }

    @Test
    void theLastDayOfTheMonthIsOneInAnyCase() {
        assertThat(TestSchedules.dates(monthly("FREQ=MONTHLY;BYMONTHDAY=-1", MonthEnd.SKIP), 3, BEFORE))
                .containsExactly("2026-01-31", "2026-02-28", "2026-03-31");
    }

    @Test
    void cronClampsDaysThatAreWrittenOutButNoRanges() {
        assertThat(TestSchedules.dates(cron("0 9 31 * *", MonthEnd.CLAMP), 3, BEFORE))
                .containsExactly("2026-01-31", "2026-02-28", "2026-03-31");
        assertThat(TestSchedules.dates(cron("0 9 31 * *", MonthEnd.SKIP), 3, BEFORE))
                .containsExactly("2026-01-31", "2026-03-31", "2026-05-31");
        assertThat(TestSchedules.dates(cron("0 9 30-31 2-3 *", MonthEnd.CLAMP), 2, BEFORE))
                .containsExactly("2026-03-30", "2026-03-31");
    }

    @ParameterizedTest
    @CsvSource({
        "CLAMP, P1M, 2026-01-31T10:00:00Z, 2026-02-28T10:00:00Z",
        "SKIP, P1M, 2026-01-31T10:00:00Z, 2026-03-31T10:00:00Z",
        "CLAMP, P2M, 2025-12-31T10:00:00Z, 2026-02-28T10:00:00Z",
        "SKIP, P1Y, 2024-02-29T10:00:00Z, 2028-02-29T10:00:00Z",
        "SKIP, P3D, 2026-02-27T10:00:00Z, 2026-03-02T10:00:00Z",
    })
    void afterCompletion(MonthEnd monthEnd, String rule, String completed, String due) {
        Schedule schedule = TestSchedules.of(Kind.AFTER_COMPLETION, rule, "2024-01-01T09:00", "UTC", monthEnd);
        assertThat(new Timetable(schedule, 0)
                        .completed(Instant.parse(completed), null)
                        .at())
                .isEqualTo(Instant.parse(due));
    }

    @Test
    void theThirtiethOfFebruaryEndsTheSearch() {
        for (String rule : List.of(
                "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
                "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30",
                "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
                "FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=31;COUNT=3",
                "FREQ=DAILY;INTERVAL=366;BYMONTH=2;BYMONTHDAY=30")) {
            assertThat(TestSchedules.dates(monthly(rule, MonthEnd.SKIP), 1, BEFORE))
                    .as(rule)
                    .isEmpty();
        }
        assertThat(TestSchedules.dates(cron("0 9 30 2 *", MonthEnd.SKIP), 1, BEFORE))
                .isEmpty();
        assertThat(TestSchedules.dates(cron("0 9 30 2 *", MonthEnd.CLAMP), 1, BEFORE))
                .containsExactly("2026-02-28");
    }

    @Test
    void rareDatesAreFound() {
        assertThat(TestSchedules.dates(
                        monthly("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO", MonthEnd.SKIP), 3, BEFORE))
                .containsExactly("2044-02-29", "2072-02-29", "2112-02-29");
        assertThat(TestSchedules.dates(
                        monthly("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO", MonthEnd.SKIP), 3, BEFORE))
                .containsExactly("2044-02-29", "2072-02-29", "2112-02-29");
        assertThat(TestSchedules.dates(cron("0 9 29 2 *", MonthEnd.SKIP), 2, "2096-03-01T00:00:00Z"))
                .containsExactly("2104-02-29", "2108-02-29");
    }

    private static Schedule monthly(String rule, MonthEnd monthEnd) {
        return TestSchedules.of(Kind.RRULE, rule, "2026-01-31T09:00", "UTC", monthEnd);
    }

    private static Schedule cron(String rule, MonthEnd monthEnd) {
        return TestSchedules.of(Kind.CRON, rule, "2026-01-01T00:00", "UTC", monthEnd);
    }
}
