/** OpenAPI 3.1 from the routes and shapes that are deployed. */
@NullMarked
package io.precinct.boundary.inspect.openapi;

import org.jspecify.annotations.NullMarked;
