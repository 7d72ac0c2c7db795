/**
 * Verifies a jar before anything of it is installed: archive, manifest, component descriptions, class files, trust.
 * Uses no other package of the deployer.
 */
@NullMarked
package io.precinct.deploy.verify;

import org.jspecify.annotations.NullMarked;
