/**
 * Hot deployment: what a jar passes through until its bundle serves, and how a bundle goes again. This package wires
 * the parts and takes the commands of operators.
 *
 * <p>Each package knows only those further down this list: this one, {@code status}, {@code memory}, {@code startup},
 * {@code folder}, {@code swap}, {@code drain}, {@code stage}, {@code records}, {@code store}, {@code verify},
 * {@code leak}, {@code running}.
 */
@NullMarked
package io.precinct.deploy;

import org.jspecify.annotations.NullMarked;
