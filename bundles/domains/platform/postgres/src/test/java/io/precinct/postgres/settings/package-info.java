/** Tests of the database settings. */
@org.jspecify.annotations.NullMarked
package io.precinct.postgres.settings;
