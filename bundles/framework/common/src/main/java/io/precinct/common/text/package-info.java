/** How plain data is shown to people: characters that cannot be seen, and lists that are tables. */
@NullMarked
package io.precinct.common.text;

import org.jspecify.annotations.NullMarked;
