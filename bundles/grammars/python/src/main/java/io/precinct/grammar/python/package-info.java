@NullMarked
package io.precinct.grammar.python;

import org.jspecify.annotations.NullMarked;
