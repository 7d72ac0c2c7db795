/**
 * Languages as they are deployed and fetched, the threads that parse, and the processes that parse with untrusted ones.
 */
@NullMarked
package io.precinct.source.parse;

import org.jspecify.annotations.NullMarked;
