/** The data folder: its lock, its format, the trace of the instance that runs on it. */
@NullMarked
package io.precinct.launcher.data;

import org.jspecify.annotations.NullMarked;
