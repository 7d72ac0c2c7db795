/** Payloads as a page that a person reads. */
@NullMarked
package io.precinct.formatter.html;

import org.jspecify.annotations.NullMarked;
