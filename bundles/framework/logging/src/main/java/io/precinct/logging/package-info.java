/** Passes the log entries of bundles and of the framework to slf4j. */
@NullMarked
package io.precinct.logging;

import org.jspecify.annotations.NullMarked;
