/** Finds out, on request only, what keeps the class loaders of departed bundles in memory. */
@NullMarked
package io.precinct.deploy.leak;

import org.jspecify.annotations.NullMarked;
