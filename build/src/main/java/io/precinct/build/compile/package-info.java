/** Rebuilds a module that Maven has built before: Java sources, resources, the bundle. */
@NullMarked
package io.precinct.build.compile;

import org.jspecify.annotations.NullMarked;
