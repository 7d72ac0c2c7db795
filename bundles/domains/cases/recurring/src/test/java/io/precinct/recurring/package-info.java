@NullMarked
package io.precinct.recurring;

import org.jspecify.annotations.NullMarked;
