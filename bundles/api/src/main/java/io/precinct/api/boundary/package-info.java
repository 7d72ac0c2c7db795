/** The contract of a boundary: one unit of request handling, alone or in a family. */
@Export
@Version("1.2.0")
@NullMarked
package io.precinct.api.boundary;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
