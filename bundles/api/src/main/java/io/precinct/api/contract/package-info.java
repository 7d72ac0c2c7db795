/** What requests and answers of a boundary look like in detail: for the document of the API, for strict input, for tests. */
@Export
@Version("1.1.0")
@NullMarked
package io.precinct.api.contract;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
