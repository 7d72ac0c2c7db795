/** The database as the domains see it: one pool, transactions, schemas, wake-ups. */
@Export
@Version("1.2.0")
@NullMarked
package io.precinct.postgres.api;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
