/** Logging of the process to files and console. */
@NullMarked
package io.precinct.launcher.log;

import org.jspecify.annotations.NullMarked;
