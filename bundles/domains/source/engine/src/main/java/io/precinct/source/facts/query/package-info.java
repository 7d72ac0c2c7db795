/** What a selector asks for and what an answer shows: patterns, pages, excerpts and queries on trees. */
@NullMarked
package io.precinct.source.facts.query;

import org.jspecify.annotations.NullMarked;
