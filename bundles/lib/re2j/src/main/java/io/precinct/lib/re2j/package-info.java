/**
 * The one compiler of regular expressions that come from outside. The library itself is not exported: what a pattern may
 * cost is decided here, for everybody.
 */
@Export
@Version("1.0.0")
@NullMarked
package io.precinct.lib.re2j;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
