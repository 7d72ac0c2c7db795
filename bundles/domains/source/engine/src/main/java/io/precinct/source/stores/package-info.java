/** Parameter stores as virtual repositories: read on a schedule, masked, and served as files. */
@NullMarked
package io.precinct.source.stores;

import org.jspecify.annotations.NullMarked;
