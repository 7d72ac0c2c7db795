/** The configuration as one immutable snapshot, and its source. */
@Export
@Version("1.4.0")
@NullMarked
package io.precinct.core.api.config;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
