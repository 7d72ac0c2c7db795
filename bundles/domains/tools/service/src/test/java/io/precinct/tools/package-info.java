@NullMarked
package io.precinct.tools;

import org.jspecify.annotations.NullMarked;
