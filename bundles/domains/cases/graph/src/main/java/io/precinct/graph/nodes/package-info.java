/** Stores nodes, resolves their addresses, and ties nodes to their cases. */
@NullMarked
package io.precinct.graph.nodes;

import org.jspecify.annotations.NullMarked;
