/** The parts that families of REST endpoints share: refusals, bodies, paging, versions, idempotency. */
@Export
@Version("1.8.0")
@NullMarked
package io.precinct.rest.api;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
