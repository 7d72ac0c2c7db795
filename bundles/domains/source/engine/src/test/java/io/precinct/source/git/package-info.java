@NullMarked
package io.precinct.source.git;

import org.jspecify.annotations.NullMarked;
