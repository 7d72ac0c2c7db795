/** What the boundaries of the framework itself may know of the chain they stand in. */
@Export
@Version("1.1.0")
@NullMarked
package io.precinct.core.api.chain;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
