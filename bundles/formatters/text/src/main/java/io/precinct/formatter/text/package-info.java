/** Payloads as plain text for a terminal. */
@NullMarked
package io.precinct.formatter.text;

import org.jspecify.annotations.NullMarked;
