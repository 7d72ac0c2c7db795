@NullMarked
package io.precinct.common.spelling;

import org.jspecify.annotations.NullMarked;
