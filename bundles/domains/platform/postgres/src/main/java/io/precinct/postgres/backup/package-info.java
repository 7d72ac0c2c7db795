/** Writes the database and the data folder to one backup file, and restores them. */
@NullMarked
package io.precinct.postgres.backup;

import org.jspecify.annotations.NullMarked;
