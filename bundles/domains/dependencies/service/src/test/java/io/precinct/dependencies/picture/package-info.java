@NullMarked
package io.precinct.dependencies.picture;

import org.jspecify.annotations.NullMarked;
