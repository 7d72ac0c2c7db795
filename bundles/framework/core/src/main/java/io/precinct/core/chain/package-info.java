/** A route's chain and one request's run through it. */
@NullMarked
package io.precinct.core.chain;

import org.jspecify.annotations.NullMarked;
