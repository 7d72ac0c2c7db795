/** The API through which other bundles state dependencies. */
@Export
@Version("1.2.0")
@NullMarked
package io.precinct.dependencies.api;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
