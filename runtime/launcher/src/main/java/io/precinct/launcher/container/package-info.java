/** The OSGi framework: bundles in, readiness out, diagnosis where it does not come. */
@NullMarked
package io.precinct.launcher.container;

import org.jspecify.annotations.NullMarked;
