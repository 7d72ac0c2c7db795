/** Renders the payload in the negotiated media type. */
@NullMarked
package io.precinct.boundary.format;

import org.jspecify.annotations.NullMarked;
