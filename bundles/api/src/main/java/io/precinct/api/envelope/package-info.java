/** The input envelope, its stages and the catalogue of its keys. */
@Export
@Version("1.1.0")
@NullMarked
package io.precinct.api.envelope;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
