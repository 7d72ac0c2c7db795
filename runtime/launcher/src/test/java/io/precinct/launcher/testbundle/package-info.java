/** Classes that tests put into separate bundles. */
@NullMarked
package io.precinct.launcher.testbundle;

import org.jspecify.annotations.NullMarked;
