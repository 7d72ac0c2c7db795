/** Languages as they come and go, the threads that parse, and the processes that parse with what is not trusted. */
@NullMarked
package io.precinct.source.parse;

import org.jspecify.annotations.NullMarked;
