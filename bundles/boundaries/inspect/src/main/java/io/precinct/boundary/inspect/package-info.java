/** The routes below {@code /inspect}: the present state of the framework as data. */
@NullMarked
package io.precinct.boundary.inspect;

import org.jspecify.annotations.NullMarked;
