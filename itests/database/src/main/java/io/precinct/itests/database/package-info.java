/** A real PostgreSQL for tests. */
@NullMarked
package io.precinct.itests.database;

import org.jspecify.annotations.NullMarked;
