/** Which tests a change can break, and in which order they are worth running. */
@NullMarked
package io.precinct.build.changed;

import org.jspecify.annotations.NullMarked;
