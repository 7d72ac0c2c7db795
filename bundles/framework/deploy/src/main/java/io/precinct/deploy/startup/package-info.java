/**
 * The order of the start, until the instance may report that it is ready: {@code swap} brings back the bundles that
 * served, then {@code folder} reads the watched folder. In the mode {@code check}, only the bundles that a check needs
 * are started.
 */
@NullMarked
package io.precinct.deploy.startup;

import org.jspecify.annotations.NullMarked;
