/** The shape engine: reads and compiles shapes and matches data against them; their tightness, JSON Schema and recording. */
@Export
@Version("1.2.0")
@NullMarked
package io.precinct.shapes;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
