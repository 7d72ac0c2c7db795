package io.precinct.recurring.schedule;

import java.time.Instant;
import java.time.LocalDate;

/**
 * An occurrence for which a case is generated.
 *
 * @param date the local date of the occurrence
 * @param occurrence the moment that the schedule defines
 * @param at when the case is generated: at the occurrence, or the lead days before it
 */
public record Firing(LocalDate date, Instant occurrence, Instant at) {}
