/**
 * Hot deployment: the steps of a jar until its bundle serves, and of a bundle until it is gone. This package wires the
 * parts and takes the commands of operators.
 *
 * <p>Each package uses only packages further down this list: this one, {@code status}, {@code memory}, {@code startup},
 * {@code folder}, {@code swap}, {@code drain}, {@code stage}, {@code records}, {@code store}, {@code verify},
 * {@code leak}, {@code running}.
 */
@NullMarked
package io.precinct.deploy;

import org.jspecify.annotations.NullMarked;
