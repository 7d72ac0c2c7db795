/** Lists of checkboxes in nodes, which are edited in place, and their endpoints below cases. */
@NullMarked
package io.precinct.graph.checklists;

import org.jspecify.annotations.NullMarked;
