/** Differences between two values: changes of data, unified differences of text. */
@NullMarked
package io.precinct.configuration.compare.diff;

import org.jspecify.annotations.NullMarked;
