@NullMarked
package io.precinct.graph.checklists;

import org.jspecify.annotations.NullMarked;
