/**
 * Settings of domains: declares once what a file of the configuration folder may contain, and who owns it. The checks,
 * the documents and the schemas for editors are made from the same declarations.
 */
@Export
@Version("1.1.0")
@NullMarked
package io.precinct.api.settings;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
