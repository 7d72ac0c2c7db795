/** How often a client or a name may do something: allowances in bounded memory. */
@NullMarked
package io.precinct.http.limit;

import org.jspecify.annotations.NullMarked;
