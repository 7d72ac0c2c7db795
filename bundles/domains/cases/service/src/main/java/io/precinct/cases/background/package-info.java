/** Background work that runs beside the requests. */
@NullMarked
package io.precinct.cases.background;

import org.jspecify.annotations.NullMarked;
