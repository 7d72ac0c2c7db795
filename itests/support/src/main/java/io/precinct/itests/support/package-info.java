/** Running distributions, plug-ins built on the fly, and load: what black-box tests and benchmarks share. */
@NullMarked
package io.precinct.itests.support;

import org.jspecify.annotations.NullMarked;
