/** What is deployed: one immutable snapshot of every plug-in of every kind, and the admission of new generations. */
@Export
@Version("1.3.0")
@NullMarked
package io.precinct.core.api.plugin;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
