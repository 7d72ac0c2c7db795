/** Where log entries go. */
@NullMarked
package io.precinct.launcher.log;

import org.jspecify.annotations.NullMarked;
