/** Clones, their fetches, and the reading of their objects. */
@NullMarked
package io.precinct.source.git;

import org.jspecify.annotations.NullMarked;
