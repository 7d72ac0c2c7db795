/** Why something does or does not work, in one sentence. */
@NullMarked
package io.precinct.boundary.operations.explain;

import org.jspecify.annotations.NullMarked;
