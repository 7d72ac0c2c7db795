/** The gate {@code enforce_denials}. */
@NullMarked
package io.precinct.boundary.enforcedenials;

import org.jspecify.annotations.NullMarked;
