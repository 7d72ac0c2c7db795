/** The database as domains see it. */
@org.jspecify.annotations.NullMarked
package io.precinct.postgres;
