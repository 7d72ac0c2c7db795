/** A principal's current work: current, complete, back, interrupt, the whole stack. */
@NullMarked
package io.precinct.cases.current;

import org.jspecify.annotations.NullMarked;
