/** What selectors ask for and answers show: patterns, pages, excerpts and queries on trees. */
@NullMarked
package io.precinct.source.facts.query;

import org.jspecify.annotations.NullMarked;
