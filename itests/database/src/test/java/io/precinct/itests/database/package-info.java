/** Tests of the support for tests. */
@org.jspecify.annotations.NullMarked
package io.precinct.itests.database;
