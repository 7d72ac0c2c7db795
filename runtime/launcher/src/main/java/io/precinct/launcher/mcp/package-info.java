/** The Model Context Protocol on standard input and output, which an instance answers over HTTP. */
@NullMarked
package io.precinct.launcher.mcp;

import org.jspecify.annotations.NullMarked;
