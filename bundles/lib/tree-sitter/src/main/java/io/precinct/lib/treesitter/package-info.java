/** The native core of tree-sitter. */
@Export
@Version("0.25.1")
@NullMarked
package io.precinct.lib.treesitter;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
