@NullMarked
package io.precinct.source;

import org.jspecify.annotations.NullMarked;
