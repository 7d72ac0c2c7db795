@NullMarked
package io.precinct.common.accept;

import org.jspecify.annotations.NullMarked;
