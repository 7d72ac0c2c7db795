/** The trash: deleted cases are listed and restored until their time is over. */
@NullMarked
package io.precinct.cases.trash;

import org.jspecify.annotations.NullMarked;
