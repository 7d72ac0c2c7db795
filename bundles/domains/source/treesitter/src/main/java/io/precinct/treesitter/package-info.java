/**
 * Tree-sitter: native parsers, syntax trees and queries over them.
 *
 * <p>Native objects must be closed by the code that created them; {@link io.precinct.treesitter.TreeSitter#live} counts
 * those that are open. A language cannot be closed while it is in use, since that would end the process.
 */
@Export
@Version("1.0.0")
@NullMarked
package io.precinct.treesitter;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
