/**
 * Which generation of a bundle serves, and every way to change it: deployment, rollback, undeployment, disabling, and
 * bringing back the bundles that served when the last process ended. {@code stage} provides the new generation,
 * {@code records} contains the ledger, and {@code drain} retires the old generation.
 */
@NullMarked
package io.precinct.deploy.swap;

import org.jspecify.annotations.NullMarked;
