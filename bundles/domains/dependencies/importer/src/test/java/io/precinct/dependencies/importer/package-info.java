/** Tests of the importer. */
@org.jspecify.annotations.NullUnmarked
package io.precinct.dependencies.importer;
