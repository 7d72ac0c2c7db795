/** Views of routes, chains and boundaries as they are now. */
@Export
@Version("1.3.0")
@NullMarked
package io.precinct.core.api.inspect;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
