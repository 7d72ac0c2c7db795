/**
 * Starts chains and loads grammars in plain JUnit: for the tests of plug-in authors. No container, no sockets, no
 * configuration files.
 */
@NullMarked
package io.precinct.testkit;

import org.jspecify.annotations.NullMarked;
