@NullMarked
package io.precinct.grammar.cpp;

import org.jspecify.annotations.NullMarked;
