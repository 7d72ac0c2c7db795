/** How often whom: allowances of clients and of names, in bounded memory. */
@NullMarked
package io.precinct.http.limit;

import org.jspecify.annotations.NullMarked;
