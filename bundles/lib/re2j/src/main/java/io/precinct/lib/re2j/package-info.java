/**
 * Compiles regular expressions that come from outside. The RE2/J library itself is not exported, so that the limits on
 * the cost of patterns, which are set here, hold everywhere.
 */
@Export
@Version("1.4.0")
@NullMarked
package io.precinct.lib.re2j;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
