/** Starts the OSGi framework with its bundles, waits until it is ready, and diagnoses why it is not. */
@NullMarked
package io.precinct.launcher.container;

import org.jspecify.annotations.NullMarked;
