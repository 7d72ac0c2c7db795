/**
 * Compares a value in many environments. A {@link io.precinct.configuration.compare.Selector} finds it in each; equal values
 * form groups, and the groups are held against a base.
 */
@NullMarked
package io.precinct.configuration.compare;

import org.jspecify.annotations.NullMarked;
