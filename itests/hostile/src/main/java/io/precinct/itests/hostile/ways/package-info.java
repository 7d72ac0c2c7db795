/**
 * One class for each way to misbehave. Each is packed into a bundle of its own with {@link HostileFamily}, so a class may
 * use the API and {@link HostileFamily} only.
 */
@NullMarked
package io.precinct.itests.hostile.ways;

import org.jspecify.annotations.NullMarked;
