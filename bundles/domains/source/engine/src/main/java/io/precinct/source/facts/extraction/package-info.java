/** Finds what is in one file, here or in a worker process: declarations, annotations, matches and highlights. */
@NullMarked
package io.precinct.source.facts.extraction;

import org.jspecify.annotations.NullMarked;
