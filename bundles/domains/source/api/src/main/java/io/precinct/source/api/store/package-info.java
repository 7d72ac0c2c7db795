/** For authors of parameter-store providers: a store that lists keys, gets values, and has a version. */
@Export
@Version("1.1.0")
@NullMarked
package io.precinct.source.api.store;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
