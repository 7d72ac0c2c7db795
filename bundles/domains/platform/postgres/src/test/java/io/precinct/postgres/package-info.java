/** Tests of the database as domains use it. */
@org.jspecify.annotations.NullMarked
package io.precinct.postgres;
