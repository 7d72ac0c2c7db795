/** Calls of other servers within bounds. */
@NullMarked
package io.precinct.common.http;

import org.jspecify.annotations.NullMarked;
