/** Diagnosis of bundles in a container. */
@NullMarked
package io.precinct.common.osgi;

import org.jspecify.annotations.NullMarked;
