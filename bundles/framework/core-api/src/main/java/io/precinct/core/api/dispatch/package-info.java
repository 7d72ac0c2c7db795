/** How a listener passes a request to the core, and what it gets back. */
@Export
@Version("1.6.0")
@NullMarked
package io.precinct.core.api.dispatch;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
