/** Explains in one sentence why something works or does not work. */
@NullMarked
package io.precinct.boundary.operations.explain;

import org.jspecify.annotations.NullMarked;
