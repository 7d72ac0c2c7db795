@NullMarked
package io.precinct.grammar.php;

import org.jspecify.annotations.NullMarked;
