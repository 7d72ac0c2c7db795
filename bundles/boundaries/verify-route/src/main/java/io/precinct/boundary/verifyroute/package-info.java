/** The boundary {@code verify_route}: the shape probe. */
@NullMarked
package io.precinct.boundary.verifyroute;

import org.jspecify.annotations.NullMarked;
