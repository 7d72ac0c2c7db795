@NullMarked
package io.precinct.graph.markdown;

import org.jspecify.annotations.NullMarked;
