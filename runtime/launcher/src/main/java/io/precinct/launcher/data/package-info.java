/** The data folder: its lock, its format, and the file by which the running instance is found. */
@NullMarked
package io.precinct.launcher.data;

import org.jspecify.annotations.NullMarked;
