/** Clones, what is fetched into them and when, and reading of their objects. */
@NullMarked
package io.precinct.source.git;

import org.jspecify.annotations.NullMarked;
