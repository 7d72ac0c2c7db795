/** What is known about files: declarations, annotations and matches of queries, and where that is kept. */
@NullMarked
package io.precinct.source.facts;

import org.jspecify.annotations.NullMarked;
