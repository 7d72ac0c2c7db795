/**
 * Runs the code of bundles, which may hang or fail: deadlines, threads that can be given up, and the reasons why
 * components do not run. Uses no other package of the deployer.
 */
@NullMarked
package io.precinct.deploy.running;

import org.jspecify.annotations.NullMarked;
