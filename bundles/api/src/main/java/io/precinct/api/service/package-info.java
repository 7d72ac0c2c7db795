/** What a bundle offers besides boundaries: archetypes booted into slots, health checks, and extensions of domains. */
@Export
@Version("1.2.0")
@NullMarked
package io.precinct.api.service;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
