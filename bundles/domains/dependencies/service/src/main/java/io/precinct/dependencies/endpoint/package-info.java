/** The endpoints of the dependency graph. */
@NullMarked
package io.precinct.dependencies.endpoint;

import org.jspecify.annotations.NullMarked;
