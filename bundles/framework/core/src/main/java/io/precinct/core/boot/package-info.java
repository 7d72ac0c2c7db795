/** Boots archetypes into their slots. */
@NullMarked
package io.precinct.core.boot;

import org.jspecify.annotations.NullMarked;
