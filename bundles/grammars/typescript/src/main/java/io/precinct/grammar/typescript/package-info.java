@NullMarked
package io.precinct.grammar.typescript;

import org.jspecify.annotations.NullMarked;
