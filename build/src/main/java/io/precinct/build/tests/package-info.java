/** Runs test classes in JVMs of their modules, several at a time, and records what they did. */
@NullMarked
package io.precinct.build.tests;

import org.jspecify.annotations.NullMarked;
