@NullMarked
package io.precinct.common.digest;

import org.jspecify.annotations.NullMarked;
