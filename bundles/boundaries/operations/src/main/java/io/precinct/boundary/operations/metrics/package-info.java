/** Metrics for Prometheus. */
@NullMarked
package io.precinct.boundary.operations.metrics;

import org.jspecify.annotations.NullMarked;
