/** Investigation notes, addressed by index or id. */
@NullMarked
package io.precinct.cases.notes;

import org.jspecify.annotations.NullMarked;
