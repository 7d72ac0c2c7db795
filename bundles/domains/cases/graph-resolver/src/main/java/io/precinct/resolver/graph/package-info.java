/** The tag !Graph, which resolves an address of the knowledge graph. */
@NullMarked
package io.precinct.resolver.graph;

import org.jspecify.annotations.NullMarked;
