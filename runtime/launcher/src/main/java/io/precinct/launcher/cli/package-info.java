/** Parsing of command lines: options, operands, usage, help. */
@NullMarked
package io.precinct.launcher.cli;

import org.jspecify.annotations.NullMarked;
