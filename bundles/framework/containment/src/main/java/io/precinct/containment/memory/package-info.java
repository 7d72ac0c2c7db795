/**
 * Takes the bundle out of service that keeps the heap full. Asks {@code retention} which one that is, and the
 * deployments service to take it out.
 */
@NullMarked
package io.precinct.containment.memory;

import org.jspecify.annotations.NullMarked;
