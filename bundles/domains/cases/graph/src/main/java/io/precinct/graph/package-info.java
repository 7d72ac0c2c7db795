/** Nodes of the knowledge graph over HTTP. */
@NullMarked
package io.precinct.graph;

import org.jspecify.annotations.NullMarked;
