/** Parameter stores on this machine. */
@NullMarked
package io.precinct.configuration.store.local;

import org.jspecify.annotations.NullMarked;
