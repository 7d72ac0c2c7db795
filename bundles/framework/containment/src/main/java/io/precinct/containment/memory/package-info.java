/**
 * Takes a bundle out of service if it keeps the heap full. The package {@code retention} finds the bundle, and the
 * deployments service takes it out.
 */
@NullMarked
package io.precinct.containment.memory;

import org.jspecify.annotations.NullMarked;
