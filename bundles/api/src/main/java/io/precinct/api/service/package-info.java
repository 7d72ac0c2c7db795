/** Long-lived services of a bundle: archetypes booted into slots, and health checks. */
@Export
@Version("1.0.0")
@NullMarked
package io.precinct.api.service;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
