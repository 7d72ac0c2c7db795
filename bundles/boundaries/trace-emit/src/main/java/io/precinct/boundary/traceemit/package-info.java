/** The boundary {@code trace_emit}. */
@NullMarked
package io.precinct.boundary.traceemit;

import org.jspecify.annotations.NullMarked;
