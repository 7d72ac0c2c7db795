/** The process around the container: command line, data folder, logs, framework. */
@NullMarked
package io.precinct.launcher;

import org.jspecify.annotations.NullMarked;
