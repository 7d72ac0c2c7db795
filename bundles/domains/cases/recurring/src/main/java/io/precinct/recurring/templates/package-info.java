/** Templates: their members, their rows, their endpoints. */
@NullMarked
package io.precinct.recurring.templates;

import org.jspecify.annotations.NullMarked;
