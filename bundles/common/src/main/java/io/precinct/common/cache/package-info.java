/** What is kept in memory within bounds. */
@NullMarked
package io.precinct.common.cache;

import org.jspecify.annotations.NullMarked;
