/** The stacks: the current work of each principal. */
@NullMarked
package io.precinct.cases.stack;

import org.jspecify.annotations.NullMarked;
