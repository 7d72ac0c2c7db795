/** What is known about the files of a commit, and how missing facts are made. */
@NullMarked
package io.precinct.source.facts.index;

import org.jspecify.annotations.NullMarked;
