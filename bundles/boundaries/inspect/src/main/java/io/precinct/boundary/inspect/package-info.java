/** The routes below {@code /inspect}: what the framework is at this moment, as data. */
@NullMarked
package io.precinct.boundary.inspect;

import org.jspecify.annotations.NullMarked;
