/** Makes events of the dependency graph out of what repositories say. */
@NullMarked
package io.precinct.dependencies.importer;

import org.jspecify.annotations.NullMarked;
