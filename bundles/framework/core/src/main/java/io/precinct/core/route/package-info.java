/** Finds the route of a method and path: path patterns and the route table. */
@NullMarked
package io.precinct.core.route;

import org.jspecify.annotations.NullMarked;
