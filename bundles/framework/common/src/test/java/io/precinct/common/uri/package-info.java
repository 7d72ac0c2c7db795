@NullMarked
package io.precinct.common.uri;

import org.jspecify.annotations.NullMarked;
