/** The commands, one record each. */
@NullMarked
package io.precinct.launcher.command;

import org.jspecify.annotations.NullMarked;
