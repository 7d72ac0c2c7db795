/** Lays out graphs in layers. The libraries that compute the layout are not exported. */
@Export
@Version("1.0.0")
@NullMarked
package io.precinct.lib.elk;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
