/** The boundary {@code echo}. */
@NullMarked
package io.precinct.boundary.echo;

import org.jspecify.annotations.NullMarked;
