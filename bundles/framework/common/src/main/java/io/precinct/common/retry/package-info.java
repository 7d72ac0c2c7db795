/** Waiting times between retries. */
@NullMarked
package io.precinct.common.retry;

import org.jspecify.annotations.NullMarked;
