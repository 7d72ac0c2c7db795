@NullMarked
package io.precinct.core;

import org.jspecify.annotations.NullMarked;
