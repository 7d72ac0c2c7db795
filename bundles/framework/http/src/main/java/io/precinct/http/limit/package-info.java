/** Limits how often a client or a name may do something, in bounded memory. */
@NullMarked
package io.precinct.http.limit;

import org.jspecify.annotations.NullMarked;
