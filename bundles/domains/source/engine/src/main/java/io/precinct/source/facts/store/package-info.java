/** Keeps facts over restarts: the file, the facts of each blob, and the index from words to files. */
@NullMarked
package io.precinct.source.facts.store;

import org.jspecify.annotations.NullMarked;
