/** Schemas and their migrations. */
@NullMarked
package io.precinct.postgres.migration;

import org.jspecify.annotations.NullMarked;
