/** What is found in one file: declarations, annotations, matches and highlights, here or in a worker process. */
@NullMarked
package io.precinct.source.facts.extraction;

import org.jspecify.annotations.NullMarked;
