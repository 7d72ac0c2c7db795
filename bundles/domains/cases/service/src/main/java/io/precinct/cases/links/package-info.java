/** Tags, people, links and single fields. */
@NullMarked
package io.precinct.cases.links;

import org.jspecify.annotations.NullMarked;
