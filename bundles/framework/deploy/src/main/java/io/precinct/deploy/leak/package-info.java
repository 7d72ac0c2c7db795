/**
 * Counts the class loaders of departed bundles that are still in memory. Uses no other package of the deployer.
 */
@NullMarked
package io.precinct.deploy.leak;

import org.jspecify.annotations.NullMarked;
