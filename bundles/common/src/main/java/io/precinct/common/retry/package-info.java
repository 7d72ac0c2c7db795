/** When to try again. */
@NullMarked
package io.precinct.common.retry;

import org.jspecify.annotations.NullMarked;
