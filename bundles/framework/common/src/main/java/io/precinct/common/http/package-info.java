/** Calls other servers with limits on time and size. */
@NullMarked
package io.precinct.common.http;

import org.jspecify.annotations.NullMarked;
