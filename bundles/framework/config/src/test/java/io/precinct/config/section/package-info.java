@NullMarked
package io.precinct.config.section;

import org.jspecify.annotations.NullMarked;
