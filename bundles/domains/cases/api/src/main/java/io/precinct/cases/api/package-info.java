/** Cases as other domains see them. */
@Export
@Version("2.4.0")
@NullMarked
package io.precinct.cases.api;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
