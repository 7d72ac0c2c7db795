/**
 * The inner loop of a checkout: runs tests on JUnit's launcher, and rebuilds single modules without Maven. Maven makes
 * the first build; its resolution is read from {@code target/test.launch} of each module.
 */
@NullMarked
package io.precinct.build;

import org.jspecify.annotations.NullMarked;
