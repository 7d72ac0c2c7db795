/** An embedded PostgreSQL server: a supervised child process with its data in a folder. */
@NullMarked
package io.precinct.postgres.embedded;

import org.jspecify.annotations.NullMarked;
