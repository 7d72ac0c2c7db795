/** The tag !Task, which resolves to a case or one of its fields. */
@NullMarked
package io.precinct.resolver.task;

import org.jspecify.annotations.NullMarked;
