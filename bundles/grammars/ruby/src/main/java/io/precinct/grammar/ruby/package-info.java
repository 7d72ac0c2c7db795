@NullMarked
package io.precinct.grammar.ruby;

import org.jspecify.annotations.NullMarked;
