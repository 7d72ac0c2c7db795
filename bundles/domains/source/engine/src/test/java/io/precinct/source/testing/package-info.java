@NullMarked
package io.precinct.source.testing;

import org.jspecify.annotations.NullMarked;
