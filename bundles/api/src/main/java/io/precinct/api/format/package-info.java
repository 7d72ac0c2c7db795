/** The contract of a formatter: rendering a payload for a media type. */
@Export
@Version("1.0.0")
@NullMarked
package io.precinct.api.format;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
