/** The database server, embedded or external, and connections to it. */
@NullMarked
package io.precinct.postgres.server;

import org.jspecify.annotations.NullMarked;
