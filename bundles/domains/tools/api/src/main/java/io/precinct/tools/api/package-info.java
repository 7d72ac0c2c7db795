/**
 * Tools, which programs that use the Model Context Protocol may call; they are declared beside the routes that they
 * use.
 */
@Export
@Version("1.2.0")
@NullMarked
package io.precinct.tools.api;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
