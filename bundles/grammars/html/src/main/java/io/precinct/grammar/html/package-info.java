@NullMarked
package io.precinct.grammar.html;

import org.jspecify.annotations.NullMarked;
