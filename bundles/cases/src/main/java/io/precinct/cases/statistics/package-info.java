/** Counts by status, type, detective and urgency, from the tally. */
@NullMarked
package io.precinct.cases.statistics;

import org.jspecify.annotations.NullMarked;
