/**
 * Runs the code of bundles, which may hang or fail: deadlines, threads that can be given up, and why components do not
 * run. Knows no other package of the deployer.
 */
@NullMarked
package io.precinct.deploy.running;

import org.jspecify.annotations.NullMarked;
