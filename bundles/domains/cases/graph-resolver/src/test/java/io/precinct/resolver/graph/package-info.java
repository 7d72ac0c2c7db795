@NullMarked
package io.precinct.resolver.graph;

import org.jspecify.annotations.NullMarked;
