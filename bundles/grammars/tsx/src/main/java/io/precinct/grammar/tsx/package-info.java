@NullMarked
package io.precinct.grammar.tsx;

import org.jspecify.annotations.NullMarked;
