/** What a container is asked by whoever explains it. */
@NullMarked
package io.precinct.common.osgi;

import org.jspecify.annotations.NullMarked;
