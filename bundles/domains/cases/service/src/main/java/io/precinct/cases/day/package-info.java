/** The time zone in which days begin and end. */
@NullMarked
package io.precinct.cases.day;

import org.jspecify.annotations.NullMarked;
