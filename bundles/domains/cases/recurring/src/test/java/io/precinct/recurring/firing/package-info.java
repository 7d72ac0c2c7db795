@NullMarked
package io.precinct.recurring.firing;

import org.jspecify.annotations.NullMarked;
