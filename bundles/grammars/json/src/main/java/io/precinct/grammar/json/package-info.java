@NullMarked
package io.precinct.grammar.json;

import org.jspecify.annotations.NullMarked;
