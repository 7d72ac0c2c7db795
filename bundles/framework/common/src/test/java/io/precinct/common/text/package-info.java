@NullMarked
package io.precinct.common.text;

import org.jspecify.annotations.NullMarked;
