/** What the framework's own boundaries may know of their chain. */
@Export
@Version("1.2.0")
@NullMarked
package io.precinct.core.api.chain;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
