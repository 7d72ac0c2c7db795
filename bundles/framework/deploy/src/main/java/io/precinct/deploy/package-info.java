/** Hot deployment: verify, stage, start beside the old generation, swap, drain, remove. */
@NullMarked
package io.precinct.deploy;

import org.jspecify.annotations.NullMarked;
