/** Free text over cases and notes, structured filters, fuzzy search in the notes of one case. */
@NullMarked
package io.precinct.cases.search;

import org.jspecify.annotations.NullMarked;
