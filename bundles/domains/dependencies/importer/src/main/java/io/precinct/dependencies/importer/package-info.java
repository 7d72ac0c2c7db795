/** Imports dependencies from repositories as events of the dependency graph. */
@NullMarked
package io.precinct.dependencies.importer;

import org.jspecify.annotations.NullMarked;
