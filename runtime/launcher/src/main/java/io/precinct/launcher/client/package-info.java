/** Talking to the running instance, and showing what it answers. */
@NullMarked
package io.precinct.launcher.client;

import org.jspecify.annotations.NullMarked;
