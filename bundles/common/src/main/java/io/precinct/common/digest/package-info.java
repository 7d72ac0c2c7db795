/** Digests of the platform, without the exception that none of its callers can meet. */
@NullMarked
package io.precinct.common.digest;

import org.jspecify.annotations.NullMarked;
