/** Dispatches requests of listeners to chains and returns their answers. */
@NullMarked
package io.precinct.core.dispatch;

import org.jspecify.annotations.NullMarked;
