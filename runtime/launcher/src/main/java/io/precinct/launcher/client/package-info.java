/** The client of the running instance, and the layout of its answers. */
@NullMarked
package io.precinct.launcher.client;

import org.jspecify.annotations.NullMarked;
