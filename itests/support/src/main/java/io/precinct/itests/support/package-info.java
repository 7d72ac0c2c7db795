/** Tools that black-box tests and benchmarks share: running distributions, plug-ins built on the fly, and load. */
@NullMarked
package io.precinct.itests.support;

import org.jspecify.annotations.NullMarked;
