/** Plain data: the only values that cross between bundles, and their canonical JSON. */
@Export
@Version("1.4.0")
@NullMarked
package io.precinct.api.data;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
