/** The endpoints for nodes of the knowledge graph. */
@NullMarked
package io.precinct.graph;

import org.jspecify.annotations.NullMarked;
