/** The knowledge graph as other domains see it: nodes, addresses, checklists. */
@Export
@Version("2.0.0")
@NullMarked
package io.precinct.graph.api;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
