/** Payloads as Markdown. */
@NullMarked
package io.precinct.formatter.markdown;

import org.jspecify.annotations.NullMarked;
