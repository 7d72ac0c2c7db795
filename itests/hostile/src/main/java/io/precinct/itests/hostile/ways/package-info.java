/**
 * One class for each way to misbehave. Each class is packed into a separate bundle with {@link HostileFamily}, so it
 * may use only the API and {@link HostileFamily}.
 */
@NullMarked
package io.precinct.itests.hostile.ways;

import org.jspecify.annotations.NullMarked;
