/** From method and path to a route: patterns, the table, decoding. */
@NullMarked
package io.precinct.core.route;

import org.jspecify.annotations.NullMarked;
