@NullMarked
package io.precinct.grammar.scala;

import org.jspecify.annotations.NullMarked;
