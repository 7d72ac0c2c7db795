/** Parses Markdown with source positions: sections, fences, and the lines that each occupies. */
@NullMarked
package io.precinct.graph.markdown;

import org.jspecify.annotations.NullMarked;
