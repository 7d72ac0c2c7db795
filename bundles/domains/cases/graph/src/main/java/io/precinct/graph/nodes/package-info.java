/** Nodes, their addresses, and their endpoints. */
@NullMarked
package io.precinct.graph.nodes;

import org.jspecify.annotations.NullMarked;
