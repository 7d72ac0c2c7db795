/** Gives a client back where it was. */
@NullMarked
package io.precinct.cases.resume;

import org.jspecify.annotations.NullMarked;
