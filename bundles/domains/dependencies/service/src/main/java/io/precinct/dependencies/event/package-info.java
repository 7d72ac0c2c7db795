/** Events about dependencies, and their store. */
@NullMarked
package io.precinct.dependencies.event;

import org.jspecify.annotations.NullMarked;
