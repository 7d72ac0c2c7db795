/** Views of the framework for the inspection routes. */
@NullMarked
package io.precinct.core.inspect;

import org.jspecify.annotations.NullMarked;
