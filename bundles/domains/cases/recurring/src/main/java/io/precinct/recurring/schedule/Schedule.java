package io.precinct.recurring.schedule;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Locale;

/**
 * When a template is due. Immutable.
 *
 * @param kind how the rule is written
 * @param rule as it was given
 * @param dtstart the first date and time in local time; the day of the month and the time of day that a rule does not tell
 * @param timezone whose local time
 * @param monthEnd what becomes of a day that a month lacks
 * @param catchUp what happens to firings that were missed while no scheduler ran
 * @param maxCatchUp how many missed occurrences are made up for at most
 */
// @req:recurring-schedule
public record Schedule(
        Kind kind,
        String rule,
        LocalDateTime dtstart,
        ZoneId timezone,
        MonthEnd monthEnd,
        CatchUp catchUp,
        int maxCatchUp) {
    /** A word of a schedule. */
    public interface Word {
        /** As it is written in Java. */
        String name();

        /** As it is written in JSON. */
        default String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** How the rule is written. */
    public enum Kind implements Word {
        /** RFC 5545 §3.3.10. */
        RRULE,
        /** Five fields. */
        CRON,
        /** An ISO 8601 duration from the completion of the previous instance. */
        AFTER_COMPLETION
    }

    /** What becomes of a day that a month lacks. */
    public enum MonthEnd implements Word {
        /** It is the last day of that month. */
        CLAMP,
        /** That month is left out. */
        SKIP
    }

    /** What becomes of missed occurrences. */
    public enum CatchUp implements Word {
        /** The newest is made up for. */
        LATEST,
        /** All are, the newest {@link Schedule#maxCatchUp} at most. */
        ALL,
        /** None is. */
        NONE
    }

    /** Whether the next occurrence is known only once the previous instance is completed. */
    public boolean followsCompletion() {
        return kind == Kind.AFTER_COMPLETION;
    }

    /** Throws if the rule is invalid. */
    public void check() throws BadRule {
        if (followsCompletion()) {
            delay();
        } else {
            days();
        }
    }

    Delay delay() throws BadRule {
        return Delay.of(rule, monthEnd == MonthEnd.CLAMP);
    }

    /** The dates of a schedule of the clock. */
    Days days() throws BadRule {
        boolean clamp = monthEnd == MonthEnd.CLAMP;
        return kind == Kind.CRON ? CronDays.of(rule, dtstart, clamp) : RuleDays.of(rule, dtstart, timezone, clamp);
    }
}
