/** Describes requests and answers of a boundary in detail: for the API document, for strict input, for tests. */
@Export
@Version("1.1.0")
@NullMarked
package io.precinct.api.contract;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
