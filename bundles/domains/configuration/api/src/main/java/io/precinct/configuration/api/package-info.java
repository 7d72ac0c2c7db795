/** Configuration files of repositories, asked by expressions. */
@Export
@Version("1.1.0")
@NullMarked
package io.precinct.configuration.api;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
