/** Contains threads that run code of deployed bundles: lowers their priority, and ends them in loops. */
@NullMarked
package io.precinct.containment.thread;

import org.jspecify.annotations.NullMarked;
