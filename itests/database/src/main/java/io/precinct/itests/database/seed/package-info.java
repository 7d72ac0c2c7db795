/** A database full of cases, the same for the same seed. */
@NullMarked
package io.precinct.itests.database.seed;

import org.jspecify.annotations.NullMarked;
