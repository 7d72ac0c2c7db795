/** Recurring templates: what cases are generated from, when, and by whom. */
@NullMarked
package io.precinct.recurring;

import org.jspecify.annotations.NullMarked;
