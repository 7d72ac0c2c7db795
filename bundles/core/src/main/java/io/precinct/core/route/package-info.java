/** From method and path to a route: patterns and the table. */
@NullMarked
package io.precinct.core.route;

import org.jspecify.annotations.NullMarked;
