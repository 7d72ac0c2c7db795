/** The tag !Task: a case, or a field of one. */
@NullMarked
package io.precinct.resolver.task;

import org.jspecify.annotations.NullMarked;
