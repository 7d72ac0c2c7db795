/** The API of the knowledge graph for other domains: nodes, addresses, checklists. */
@Export
@Version("2.0.0")
@NullMarked
package io.precinct.graph.api;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
