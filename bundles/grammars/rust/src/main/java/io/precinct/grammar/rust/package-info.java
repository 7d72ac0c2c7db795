@NullMarked
package io.precinct.grammar.rust;

import org.jspecify.annotations.NullMarked;
