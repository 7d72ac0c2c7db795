/** The tools of case tracking: which routes language models call, and by which names. */
@NullMarked
package io.precinct.cases.tool;

import org.jspecify.annotations.NullMarked;
