@NullMarked
package io.precinct.grammar.c_sharp;

import org.jspecify.annotations.NullMarked;
