/** The record of a case: its fields and their rules, its rows, and the one place where it changes. */
@NullMarked
package io.precinct.cases.record;

import org.jspecify.annotations.NullMarked;
