/** The record of a case: its fields and their rules, its rows, and the only code that changes it. */
@NullMarked
package io.precinct.cases.record;

import org.jspecify.annotations.NullMarked;
