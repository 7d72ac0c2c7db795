/** How jtreesitter finds the core. Not exported: only the service loader names its class. */
@NullMarked
package io.precinct.treesitter.core;

import org.jspecify.annotations.NullMarked;
