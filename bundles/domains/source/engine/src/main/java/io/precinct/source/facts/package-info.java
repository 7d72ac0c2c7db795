/** What is known about the files of commits: this package opens, follows and asks, the packages below find and keep. */
@NullMarked
package io.precinct.source.facts;

import org.jspecify.annotations.NullMarked;
