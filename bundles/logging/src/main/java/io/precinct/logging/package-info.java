/** What bundles and the container itself say, handed on to slf4j. */
@NullMarked
package io.precinct.logging;

import org.jspecify.annotations.NullMarked;
