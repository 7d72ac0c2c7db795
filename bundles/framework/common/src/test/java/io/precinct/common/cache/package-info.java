@NullMarked
package io.precinct.common.cache;

import org.jspecify.annotations.NullMarked;
