/**
 * Takes bundles out of service once their requests have ended, and starts those of the distribution again that were
 * taken out. Stands on {@code running}, {@code leak} and {@code verify}; who takes the place of a bundle is not its
 * concern.
 */
@NullMarked
package io.precinct.deploy.drain;

import org.jspecify.annotations.NullMarked;
