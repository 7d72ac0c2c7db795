/** Health, readiness, metrics and the operations of the administrator. */
@NullMarked
package io.precinct.boundary.operations;

import org.jspecify.annotations.NullMarked;
