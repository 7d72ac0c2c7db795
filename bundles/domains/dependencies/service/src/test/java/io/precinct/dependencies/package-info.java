@NullMarked
package io.precinct.dependencies;

import org.jspecify.annotations.NullMarked;
