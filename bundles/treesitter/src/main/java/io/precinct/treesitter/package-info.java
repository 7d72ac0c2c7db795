/**
 * Tree-sitter: native parsers, syntax trees and queries over them.
 *
 * <p>Everything native is closed by whoever made it; {@link io.precinct.treesitter.TreeSitter#live} counts what is not yet.
 * Closing a language while anything still uses it is refused, since it would end the process.
 */
@Export
@Version("1.0.0")
@NullMarked
package io.precinct.treesitter;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
