/** Renders payloads as pages for people. */
@NullMarked
package io.precinct.formatter.html;

import org.jspecify.annotations.NullMarked;
