/** The names that somebody who misspelled one probably meant. */
@NullMarked
package io.precinct.common.spelling;

import org.jspecify.annotations.NullMarked;
