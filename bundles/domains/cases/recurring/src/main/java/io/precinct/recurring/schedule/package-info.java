/** When templates are due: pure, without a clock or a store. */
@NullMarked
package io.precinct.recurring.schedule;

import org.jspecify.annotations.NullMarked;
