/** For authors of grammars: a language, its native parser, and its queries. */
@Export
@Version("1.1.0")
@NullMarked
package io.precinct.source.api.grammar;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
