@NullMarked
package io.precinct.grammar.yaml;

import org.jspecify.annotations.NullMarked;
