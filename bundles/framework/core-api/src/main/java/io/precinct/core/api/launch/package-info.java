/** The properties through which the launcher and the container communicate. */
@Export
@Version("1.4.0")
@NullMarked
package io.precinct.core.api.launch;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
