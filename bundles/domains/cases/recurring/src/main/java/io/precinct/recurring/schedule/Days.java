package io.precinct.recurring.schedule;

import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Iterator;
import java.util.List;

/** The occurrences of a rule in local time, by date. Immutable. */
interface Days {
    /**
     * The dates that have an occurrence, ascending. It ends when the rule ends, and when none was found within a search
     * that is bounded.
     *
     * @param first dates before it are left out
     */
    Iterator<Day> from(LocalDate first);

    /**
     * A date.
     *
     * @param times at least one, ascending
     */
    record Day(LocalDate date, List<LocalTime> times) {}
}
