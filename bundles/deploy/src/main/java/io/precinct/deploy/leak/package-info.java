/** Finds out what keeps the class loaders of departed bundles in memory. Looked for when somebody asks, never before. */
@NullMarked
package io.precinct.deploy.leak;

import org.jspecify.annotations.NullMarked;
