/**
 * Counts the class loaders of departed bundles that are still in memory and finds out, on request only, what keeps
 * them there; estimates what memory a bundle retains. Knows no other package of the deployer.
 */
@NullMarked
package io.precinct.deploy.leak;

import org.jspecify.annotations.NullMarked;
