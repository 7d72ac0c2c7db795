/** Views of the cumulative graph that the events produce. */
@NullMarked
package io.precinct.dependencies.view;

import org.jspecify.annotations.NullMarked;
