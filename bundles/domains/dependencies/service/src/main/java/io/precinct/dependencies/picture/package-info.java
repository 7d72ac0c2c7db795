/** Pictures of parts of the graph: laid out, as SVG, and the pages around them. */
@NullMarked
package io.precinct.dependencies.picture;

import org.jspecify.annotations.NullMarked;
