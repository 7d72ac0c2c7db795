/** What is known about the files of commits: opened, followed and asked here, found and kept in the packages below. */
@NullMarked
package io.precinct.source.facts;

import org.jspecify.annotations.NullMarked;
