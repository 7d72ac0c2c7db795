/**
 * Settings of domains: what may stand in a file of the configuration folder, said once, and who takes what stands there.
 * From the same declarations come the checks, the documents and the schemas for editors.
 */
@Export
@Version("1.1.0")
@NullMarked
package io.precinct.api.settings;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
