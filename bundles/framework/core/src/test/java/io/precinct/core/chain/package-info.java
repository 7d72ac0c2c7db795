@NullMarked
package io.precinct.core.chain;

import org.jspecify.annotations.NullMarked;
