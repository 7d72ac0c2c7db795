/** Recurring templates, from which cases are generated on a schedule or by hand. */
@NullMarked
package io.precinct.recurring;

import org.jspecify.annotations.NullMarked;
