/** Hot deployment as operators see it. */
@Export
@Version("1.5.0")
@NullMarked
package io.precinct.core.api.deploy;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
