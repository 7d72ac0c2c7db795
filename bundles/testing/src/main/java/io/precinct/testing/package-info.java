/** Generators of data that nobody would write by hand, for tests of properties. */
@NullMarked
package io.precinct.testing;

import org.jspecify.annotations.NullMarked;
