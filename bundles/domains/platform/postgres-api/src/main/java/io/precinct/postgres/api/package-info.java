/** The database as domains use it: transactions, schemas and notifications on one connection pool. */
@Export
@Version("2.2.0")
@NullMarked
package io.precinct.postgres.api;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
