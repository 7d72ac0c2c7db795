/** Settings. */
@org.jspecify.annotations.NullMarked
package io.precinct.postgres.settings;
