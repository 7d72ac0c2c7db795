@NullMarked
package io.precinct.grammar.kotlin;

import org.jspecify.annotations.NullMarked;
