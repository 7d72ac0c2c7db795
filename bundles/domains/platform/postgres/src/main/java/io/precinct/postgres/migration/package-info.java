/** Schemas and the migrations that lead to them. */
@NullMarked
package io.precinct.postgres.migration;

import org.jspecify.annotations.NullMarked;
