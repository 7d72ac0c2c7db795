@NullMarked
package io.precinct.grammar.java;

import org.jspecify.annotations.NullMarked;
