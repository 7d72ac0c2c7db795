@NullMarked
package io.precinct.grammar.c;

import org.jspecify.annotations.NullMarked;
