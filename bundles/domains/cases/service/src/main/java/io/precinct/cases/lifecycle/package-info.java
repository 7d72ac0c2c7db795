/** The lifecycle: start, park, activate, close, restart, archive, touch. */
@NullMarked
package io.precinct.cases.lifecycle;

import org.jspecify.annotations.NullMarked;
