/** The database of this process: its settings, its life, its health. */
@NullMarked
package io.precinct.postgres;

import org.jspecify.annotations.NullMarked;
