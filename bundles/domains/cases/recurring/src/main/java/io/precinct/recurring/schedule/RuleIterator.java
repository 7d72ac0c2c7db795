package io.precinct.recurring.schedule;

import java.time.LocalDate;
import java.time.LocalDateTime;
import org.dmfs.rfc5545.DateTime;
import org.dmfs.rfc5545.recur.InvalidRecurrenceRuleException;
import org.dmfs.rfc5545.recur.RecurrenceRule;
import org.dmfs.rfc5545.recur.RecurrenceRuleIterator;
import org.jspecify.annotations.Nullable;

/** Walks a rule from its start with the library's iterator, up to a bound. Not thread-safe. */
final class RuleIterator {
    /** Most steps: a century of days with as many counted times as a rule may have. Takes less than a second. */
    private static final int MOST_STEPS = 2_000_000;

    private static final int LAST_YEAR = 2999;

    /** A little more than the number of intervals without an occurrence after which the library gives up. */
    private static final int ITS_PATIENCE = 4000;

    private final RuleDays days;
    private final RecurrenceRule rule;
    private @Nullable RecurrenceRuleIterator iterator;
    private LocalDateTime reached;
    private int steps;
    private int given;

    RuleIterator(RuleDays days) {
        this.days = days;
        this.reached = days.walkedFrom();
        try {
            rule = new RecurrenceRule(days.rule(), RecurrenceRule.RfcMode.RFC5545_STRICT);
        } catch (InvalidRecurrenceRuleException e) {
            throw new IllegalStateException("the rule was read before: " + days.rule(), e);
        }
        iterator = open(days.walkedFrom());
    }

    /**
     * Returns the next occurrence, or null at the end. If {@link RuleDays#times} is not null, the time of day is the
     * time of the start.
     */
    @Nullable
    LocalDateTime find() {
        if (days.count() != null && given >= days.count()) {
            return null;
        }
        LocalDateTime local = step();
        while (local != null && (local.isBefore(days.start()) || !days.inWeek(local.toLocalDate()))) {
            local = step();
        }
        given++;
        return local;
    }

    private @Nullable LocalDateTime step() {
        RecurrenceRuleIterator open = iterator;
        if (open == null || !open.hasNext() || ++steps > MOST_STEPS) {
            return null;
        }
        LocalDateTime local = local(open.peekDateTime());
        if (local.getYear() > LAST_YEAR || over(local)) {
            return null;
        }
        reached = local;
        advance(open);
        return local;
    }

    private boolean over(LocalDateTime local) {
        boolean wholeDay = days.times() != null;
        return days.ended(wholeDay ? local.toLocalDate().atStartOfDay() : local);
    }

    private void advance(RecurrenceRuleIterator open) {
        try {
            open.nextDateTime();
        } catch (IllegalArgumentException | IllegalStateException e) {
            iterator = days.stepDays() == 0 ? null : open(reached.plusDays(days.stepDays()));
        }
    }

    /**
     * Opens an iterator of the library. The library treats too many empty intervals as an endless search and throws.
     * For a rule like Feb 30 this is right; for a daily rule, such as one that only matches Mondays on Feb 29, the
     * search continues from a later date.
     */
    private @Nullable RecurrenceRuleIterator open(LocalDateTime from) {
        LocalDateTime begin = from;
        while (begin.getYear() <= LAST_YEAR) {
            try {
                return rule.iterator(dateTime(begin));
            } catch (IllegalArgumentException | IllegalStateException e) {
                if (days.stepDays() == 0 || ++steps > 100) {
                    return null;
                }
                begin = begin.plusDays((long) ITS_PATIENCE * days.stepDays());
            }
        }
        return null;
    }

    private DateTime dateTime(LocalDateTime local) {
        LocalDate date = local.toLocalDate();
        return days.times() != null
                ? new DateTime(date.getYear(), date.getMonthValue() - 1, date.getDayOfMonth())
                : new DateTime(
                        date.getYear(),
                        date.getMonthValue() - 1,
                        date.getDayOfMonth(),
                        local.getHour(),
                        local.getMinute(),
                        local.getSecond());
    }

    private LocalDateTime local(DateTime time) {
        LocalDate date = LocalDate.of(time.getYear(), time.getMonth() + 1, time.getDayOfMonth());
        return days.times() != null
                ? date.atTime(days.start().toLocalTime())
                : date.atTime(time.getHours(), time.getMinutes(), time.getSeconds());
    }
}
