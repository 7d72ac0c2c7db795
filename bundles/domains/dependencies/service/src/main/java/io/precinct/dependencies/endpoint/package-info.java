/** The dependency graph over HTTP. */
@NullMarked
package io.precinct.dependencies.endpoint;

import org.jspecify.annotations.NullMarked;
