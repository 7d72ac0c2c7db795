/** Copies of the database and of the data folder in one file, and the way back. */
@NullMarked
package io.precinct.postgres.backup;

import org.jspecify.annotations.NullMarked;
