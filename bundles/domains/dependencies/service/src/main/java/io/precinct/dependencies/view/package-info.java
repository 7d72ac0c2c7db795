/** What the events add up to. */
@NullMarked
package io.precinct.dependencies.view;

import org.jspecify.annotations.NullMarked;
