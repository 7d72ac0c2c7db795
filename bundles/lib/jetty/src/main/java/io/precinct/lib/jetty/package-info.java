/** Requests as Jetty reads them, but for a request line that is not written as HTTP asks for. */
@Export
@Version("1.0.0")
@NullMarked
package io.precinct.lib.jetty;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
