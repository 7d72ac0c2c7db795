/** Live source: repositories at a commit, their files, symbols, annotations and queries. */
@Export
@Version("1.8.0")
@NullMarked
package io.precinct.source.api;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
