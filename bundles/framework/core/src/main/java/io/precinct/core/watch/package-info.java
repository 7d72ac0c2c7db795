/** Requests under way and what each boundary takes of the service: deadlines, bulkheads, breakers. */
@NullMarked
package io.precinct.core.watch;

import org.jspecify.annotations.NullMarked;
