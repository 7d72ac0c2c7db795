/** The database of this process: its settings, its life cycle, its health. */
@NullMarked
package io.precinct.postgres;

import org.jspecify.annotations.NullMarked;
