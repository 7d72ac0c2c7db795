/**
 * Installs a verified jar beside the generation that serves and checks all that must hold before it takes a request:
 * it starts and activates, its names are free, its health checks succeed. Stands on {@code records}, {@code verify},
 * {@code leak} and {@code running}; nothing here admits it.
 */
@NullMarked
package io.precinct.deploy.stage;

import org.jspecify.annotations.NullMarked;
