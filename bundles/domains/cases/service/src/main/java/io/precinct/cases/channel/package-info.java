/** The streams of what happens, and what re-publishes to them. */
@NullMarked
package io.precinct.cases.channel;

import org.jspecify.annotations.NullMarked;
