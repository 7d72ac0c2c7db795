@NullMarked
package io.precinct.grammar.go;

import org.jspecify.annotations.NullMarked;
