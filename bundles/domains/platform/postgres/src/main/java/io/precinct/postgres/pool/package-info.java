/** Connections, transactions, and the classification of failures. */
@NullMarked
package io.precinct.postgres.pool;

import org.jspecify.annotations.NullMarked;
