/**
 * One class a way to misbehave. Each goes into a bundle of its own with {@link OneRoute}, so they know the API and each
 * other's base only.
 */
@NullMarked
package io.precinct.itests.hostile.ways;

import org.jspecify.annotations.NullMarked;
