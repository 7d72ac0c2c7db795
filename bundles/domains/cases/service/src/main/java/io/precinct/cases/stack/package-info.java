/** The stacks: what each principal is working on. */
@NullMarked
package io.precinct.cases.stack;

import org.jspecify.annotations.NullMarked;
