/** Generates cases from templates, on schedule and by hand. */
@NullMarked
package io.precinct.recurring.firing;

import org.jspecify.annotations.NullMarked;
