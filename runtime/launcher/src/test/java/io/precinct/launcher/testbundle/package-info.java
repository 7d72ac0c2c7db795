/** Classes that tests put into bundles of their own. */
@NullMarked
package io.precinct.launcher.testbundle;

import org.jspecify.annotations.NullMarked;
