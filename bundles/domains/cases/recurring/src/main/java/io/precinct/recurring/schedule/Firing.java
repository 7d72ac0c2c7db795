package io.precinct.recurring.schedule;

import java.time.Instant;
import java.time.LocalDate;

/**
 * An occurrence that a case is generated for.
 *
 * @param date its local date
 * @param occurrence the moment that the schedule names
 * @param at when the case is generated: at the occurrence, or the lead days before it
 */
public record Firing(LocalDate date, Instant occurrence, Instant at) {}
