/** Counts by status, type, detective and urgency. */
@NullMarked
package io.precinct.cases.statistics;

import org.jspecify.annotations.NullMarked;
