/** Generators of unusual data for property tests. */
@NullMarked
package io.precinct.testing;

import org.jspecify.annotations.NullMarked;
