package io.precinct.recurring.schedule;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Locale;

/**
 * Defines when a template is due. Immutable.
 *
 * @param kind the notation of the rule
 * @param rule the rule as given
 * @param dtstart the first date and time in local time; supplies the day of the month and the time of day if the rule
 *     has none
 * @param timezone the time zone of local times
 * @param monthEnd how to handle a day that a month lacks
 * @param catchUp how to handle firings that were missed while no scheduler ran
 * @param maxCatchUp the most missed occurrences to make up for
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
    /** An enum value of a schedule. */
    public interface Word {
        /** Returns the name of the Java constant. */
        String name();

        /** Returns the name in JSON. */
        default String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The notation of the rule. */
    public enum Kind implements Word {
        /** A recurrence rule of RFC 5545 §3.3.10. */
        RRULE,
        /** Five cron fields. */
        CRON,
        /** An ISO 8601 duration from the completion of the previous instance. */
        AFTER_COMPLETION
    }

    /** How to handle a day that a month lacks. */
    public enum MonthEnd implements Word {
        /** Uses the last day of that month. */
        CLAMP,
        /** Skips that month. */
        SKIP
    }

    /** How to handle missed occurrences. */
    public enum CatchUp implements Word {
        /** Makes up for the newest occurrence. */
        LATEST,
        /** Makes up for all occurrences, at most for the newest {@link Schedule#maxCatchUp}. */
        ALL,
        /** Makes up for none. */
        NONE
    }

    /** Whether the next occurrence becomes known only when the previous instance is completed. */
    public boolean followsCompletion() {
        return kind == Kind.AFTER_COMPLETION;
    }

    /** Checks the rule and throws if it is invalid. */
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

    /** Returns the dates of a schedule that does not follow completion. */
    Days days() throws BadRule {
        boolean clamp = monthEnd == MonthEnd.CLAMP;
        return kind == Kind.CRON ? CronDays.of(rule, dtstart, clamp) : RuleDays.of(rule, dtstart, timezone, clamp);
    }
}
