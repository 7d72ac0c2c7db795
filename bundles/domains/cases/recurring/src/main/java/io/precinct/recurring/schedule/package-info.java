/** Computes when templates are due; pure code without a clock or a store. */
@NullMarked
package io.precinct.recurring.schedule;

import org.jspecify.annotations.NullMarked;
