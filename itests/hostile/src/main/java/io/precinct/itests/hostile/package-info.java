/** Bundles that misbehave, made while a test or a benchmark runs. */
@NullMarked
package io.precinct.itests.hostile;

import org.jspecify.annotations.NullMarked;
