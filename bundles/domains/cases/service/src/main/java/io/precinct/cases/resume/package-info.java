/** Restores the working context of a client. */
@NullMarked
package io.precinct.cases.resume;

import org.jspecify.annotations.NullMarked;
