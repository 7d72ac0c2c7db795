/** Latencies and counts of routes and boundaries. */
@NullMarked
package io.precinct.core.metrics;

import org.jspecify.annotations.NullMarked;
