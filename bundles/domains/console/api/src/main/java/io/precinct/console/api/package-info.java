/** Views of the console: what a bundle contributes to it. */
@Export
@Version("1.0.0")
@NullMarked
package io.precinct.console.api;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
