/** The HTML pages of live source. */
@NullMarked
package io.precinct.source.endpoints.page;

import org.jspecify.annotations.NullMarked;
