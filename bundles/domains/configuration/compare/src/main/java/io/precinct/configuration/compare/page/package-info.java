/** A comparison as a page for people. */
@NullMarked
package io.precinct.configuration.compare.page;

import org.jspecify.annotations.NullMarked;
