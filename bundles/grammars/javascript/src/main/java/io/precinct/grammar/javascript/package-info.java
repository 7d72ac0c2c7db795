@NullMarked
package io.precinct.grammar.javascript;

import org.jspecify.annotations.NullMarked;
