/** Where facts are kept over restarts: the file, the facts of each blob, and what leads from words to files. */
@NullMarked
package io.precinct.source.facts.store;

import org.jspecify.annotations.NullMarked;
