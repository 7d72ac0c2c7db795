/** Events about dependencies, and where they are kept. */
@NullMarked
package io.precinct.dependencies.event;

import org.jspecify.annotations.NullMarked;
