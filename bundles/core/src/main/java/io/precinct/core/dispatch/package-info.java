/** From a listener's request to its answer. */
@NullMarked
package io.precinct.core.dispatch;

import org.jspecify.annotations.NullMarked;
