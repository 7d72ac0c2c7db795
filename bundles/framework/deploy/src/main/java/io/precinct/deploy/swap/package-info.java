/**
 * Which generation of a bundle serves, and every way in which that changes: deployment, rollback, undeployment,
 * disabling, and bringing back what served when the last process ended. The new generation comes from {@code stage},
 * the ledger is in {@code records}, the old generation goes by {@code drain}.
 */
@NullMarked
package io.precinct.deploy.swap;

import org.jspecify.annotations.NullMarked;
