/** Lists of checkboxes in nodes, edited in place, and their endpoints below cases. */
@NullMarked
package io.precinct.graph.checklists;

import org.jspecify.annotations.NullMarked;
