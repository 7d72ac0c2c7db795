@NullMarked
package io.precinct.config.name;

import org.jspecify.annotations.NullMarked;
