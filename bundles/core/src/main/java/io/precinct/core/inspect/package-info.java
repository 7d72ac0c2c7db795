/** The views of the framework that inspection routes show. */
@NullMarked
package io.precinct.core.inspect;

import org.jspecify.annotations.NullMarked;
