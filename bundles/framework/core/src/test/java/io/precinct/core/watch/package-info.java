@NullMarked
package io.precinct.core.watch;

import org.jspecify.annotations.NullMarked;
