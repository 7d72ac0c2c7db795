package io.precinct.recurring.schedule;

import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Iterator;
import java.util.List;

/** The occurrences of a rule in local time, grouped by date. Immutable. */
interface Days {
    /**
     * Returns the dates that have an occurrence, in ascending order. The iterator ends when the rule ends, or when a
     * bounded search finds no further occurrence.
     *
     * @param first the first date that may be returned
     */
    Iterator<Day> from(LocalDate first);

    /**
     * A date with occurrences.
     *
     * @param times at least one, ascending
     */
    record Day(LocalDate date, List<LocalTime> times) {}
}
