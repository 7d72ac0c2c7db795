/** Pictures of parts of the graph: layout, SVG, and the pages that show them. */
@NullMarked
package io.precinct.dependencies.picture;

import org.jspecify.annotations.NullMarked;
