@NullMarked
package io.precinct.grammar.bash;

import org.jspecify.annotations.NullMarked;
