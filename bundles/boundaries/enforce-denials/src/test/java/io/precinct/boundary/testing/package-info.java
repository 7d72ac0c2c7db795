/** The core in plain JUnit, for the tests of the framework's own boundaries. */
package io.precinct.boundary.testing;
