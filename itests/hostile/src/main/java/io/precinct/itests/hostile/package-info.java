/** Bundles that misbehave, built while a test or a benchmark runs. */
@NullMarked
package io.precinct.itests.hostile;

import org.jspecify.annotations.NullMarked;
