/** Connections, transactions, and what failures mean. */
@NullMarked
package io.precinct.postgres.pool;

import org.jspecify.annotations.NullMarked;
