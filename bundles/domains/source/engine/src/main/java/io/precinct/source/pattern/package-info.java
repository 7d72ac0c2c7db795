/** Patterns for names and paths. */
@NullMarked
package io.precinct.source.pattern;

import org.jspecify.annotations.NullMarked;
