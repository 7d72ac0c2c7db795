/** Where the database is. */
@NullMarked
package io.precinct.postgres.server;

import org.jspecify.annotations.NullMarked;
