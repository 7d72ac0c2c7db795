/** Tests of the test databases. */
@org.jspecify.annotations.NullMarked
package io.precinct.itests.database;
