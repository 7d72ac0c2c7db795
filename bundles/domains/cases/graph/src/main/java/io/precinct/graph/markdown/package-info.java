/** Markdown with its source positions: sections, fences, and where each of them stands. */
@NullMarked
package io.precinct.graph.markdown;

import org.jspecify.annotations.NullMarked;
