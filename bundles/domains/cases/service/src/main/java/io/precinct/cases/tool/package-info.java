/** The tools of case tracking: the routes that language models call, and their names. */
@NullMarked
package io.precinct.cases.tool;

import org.jspecify.annotations.NullMarked;
