/** The database as the domains use it: transactions, schemas and notifications over one pool. */
@Export
@Version("2.1.0")
@NullMarked
package io.precinct.postgres.api;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
