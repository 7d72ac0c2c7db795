/** Figures that bundles contribute to the metrics page. */
@Export
@Version("1.1.0")
@NullMarked
package io.precinct.core.api.metrics;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
