@NullMarked
package io.precinct.grammar.css;

import org.jspecify.annotations.NullMarked;
