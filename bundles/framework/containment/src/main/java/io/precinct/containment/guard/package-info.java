/**
 * What the changed classes of deployed bundles call. They import this package as they are changed, and nobody else does.
 * It stays usable to them when this bundle is stopped, and then stops nothing any more.
 */
@Export
@Version("1.0.0")
@NullMarked
package io.precinct.containment.guard;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
