/** Benchmarks, each with its floor measured in the same run. */
@NullMarked
package io.precinct.bench;

import org.jspecify.annotations.NullMarked;
