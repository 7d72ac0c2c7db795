/** The contract of a configuration tag resolver. */
@Export
@Version("1.0.0")
@NullMarked
package io.precinct.api.config;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
