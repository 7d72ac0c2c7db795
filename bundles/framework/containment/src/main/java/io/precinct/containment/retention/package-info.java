/**
 * Finds out what keeps departed bundles in memory, and estimates what memory a bundle retains. Only reads fields, so that
 * no code of a bundle runs.
 */
@NullMarked
package io.precinct.containment.retention;

import org.jspecify.annotations.NullMarked;
