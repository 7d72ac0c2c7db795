/**
 * Installs a verified jar beside the generation that serves, and checks all conditions for taking requests: the bundle
 * starts and activates, its names are free, its health checks succeed. Uses {@code records}, {@code verify},
 * {@code leak} and {@code running}. Nothing here admits the bundle.
 */
@NullMarked
package io.precinct.deploy.stage;

import org.jspecify.annotations.NullMarked;
