/** The core in plain JUnit, for the tests of the framework's own boundaries. */
@NullMarked
package io.precinct.boundary.testing;

import org.jspecify.annotations.NullMarked;
