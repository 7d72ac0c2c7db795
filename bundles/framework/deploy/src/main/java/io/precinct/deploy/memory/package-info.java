/**
 * Takes the bundle out of service that keeps the heap full. Asks {@code leak} which one that is, and {@code swap} to
 * take it out.
 */
@NullMarked
package io.precinct.deploy.memory;

import org.jspecify.annotations.NullMarked;
