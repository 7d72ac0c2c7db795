/** Threads that run code of deployed bundles: they come behind others, and end in loops, which are changed for that. */
@NullMarked
package io.precinct.containment.thread;

import org.jspecify.annotations.NullMarked;
