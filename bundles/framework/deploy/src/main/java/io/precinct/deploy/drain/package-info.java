/**
 * Takes bundles out of service once their requests have ended, and restarts bundles of the distribution that were taken
 * out. Uses {@code running}, {@code leak} and {@code verify}. It does not decide which bundle replaces another one.
 */
@NullMarked
package io.precinct.deploy.drain;

import org.jspecify.annotations.NullMarked;
