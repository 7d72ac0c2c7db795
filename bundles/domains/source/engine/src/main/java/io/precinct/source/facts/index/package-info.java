/** What is known of the files of a commit, and how the facts of those that are not known are made. */
@NullMarked
package io.precinct.source.facts.index;

import org.jspecify.annotations.NullMarked;
