/** The tag !Graph: what an address of the knowledge graph resolves to. */
@NullMarked
package io.precinct.resolver.graph;

import org.jspecify.annotations.NullMarked;
