/** A PostgreSQL server of our own: a child process on a folder, supervised. */
@NullMarked
package io.precinct.postgres.embedded;

import org.jspecify.annotations.NullMarked;
