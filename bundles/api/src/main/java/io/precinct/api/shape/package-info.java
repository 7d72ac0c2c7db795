/** Shapes: what a boundary reads and writes, and what a scenario expects. */
@Export
@Version("1.1.0")
@NullMarked
package io.precinct.api.shape;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
