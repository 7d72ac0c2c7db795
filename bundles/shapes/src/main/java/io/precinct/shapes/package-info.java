/** The shape engine: shapes compiled once and held against data, and what can be said about shapes. */
@Export
@Version("1.1.0")
@NullMarked
package io.precinct.shapes;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
