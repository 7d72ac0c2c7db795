/** Watches requests under way and limits what each boundary takes of the service: deadlines, bulkheads, breakers. */
@NullMarked
package io.precinct.core.watch;

import org.jspecify.annotations.NullMarked;
